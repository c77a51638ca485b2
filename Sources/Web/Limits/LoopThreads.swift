import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension HTTPServerBuilder {
    /// Server of HTTP/1.1 that serves each connection on the thread of its event loop, so that a request changes threads
    /// only where it waits for the book.
    ///
    /// Pages, which take longer, are made elsewhere: see `PageThreads`.
    public static func onLoops(_ configuration: HTTP1Channel.Configuration = .init()) -> HTTPServerBuilder {
        HTTPServerBuilder { LoopChannel(base: HTTP1Channel(responder: $0, configuration: configuration)) }
    }
}

/// Middleware that leaves the event loop to others while a page is made.
struct PageThreads: RouterMiddleware {
    func handle(
        _ request: Request, context: SignedInContext, next: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await next(request, context) }
    }
}

private struct LoopChannel: ServerChildChannel {
    let base: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Thread of an event loop, for tasks.
private final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
