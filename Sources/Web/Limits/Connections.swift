import Classroom
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTPTypes

/// The open connections of a server: no more than it has descriptors for, and none that only keeps others out.
///
/// Where one more would be too many, whichever has kept the server waiting longest, for a request or for the end of one,
/// is closed. Those that are being answered stay: feeds, above all, of which `Limits` allows fewer.
public final class Connections: Sendable {
    let most: Int
    private let open = NIOLockedValueBox<[ObjectIdentifier: Open]>([:])

    private struct Open {
        let channel: any Channel
        var state: ConnectionState
        var since: NIODeadline
    }

    public init(most: Int) {
        self.most = most
    }

    /// Watches one connection; to be put behind the decoder of HTTP.
    public func watch() -> any RemovableChannelHandler & ChannelDuplexHandler {
        ConnectionWatch(self)
    }

    func add(_ channel: any Channel) {
        let superfluous: (any Channel)? = open.withLockedValue { open in
            open[ObjectIdentifier(channel)] = Open(channel: channel, state: .waiting, since: .now())
            guard open.count > most else { return nil }
            let longest = open.lazy.filter { $0.value.state != .answered }.min { $0.value.since < $1.value.since }
            // From now on it counts no more.
            return longest.flatMap { open.removeValue(forKey: $0.key)?.channel }
        }
        superfluous?.eventLoop.execute { superfluous?.close(promise: nil) }
    }

    func set(_ state: ConnectionState, of channel: any Channel) {
        open.withLockedValue { open in
            open[ObjectIdentifier(channel)]?.state = state
            open[ObjectIdentifier(channel)]?.since = .now()
        }
    }

    func remove(_ channel: any Channel) {
        open.withLockedValue { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}

enum ConnectionState {
    /// For a request.
    case waiting
    /// A request, not yet to its end.
    case sending
    /// Being answered.
    case answered
}

/// Notes where a connection stands, and ends it when its other end dawdles: a request has to come at some pace, and an
/// answer has to be read at some.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long any request may take to come, and an answer stand unread.
    static let patience = TimeAmount.seconds(60)
    /// The slowest line, in bytes a millisecond; the app's own patience with its batches ends at 3.
    static let slowest: Int64 = 2
    /// How long a request may take, however large.
    static let most = TimeAmount.minutes(10)

    private let connections: Connections
    private var isSending = false
    private var start = NIODeadline.uptimeNanoseconds(0)
    private var received: Int64 = 0
    private var dawdling: Scheduled<Void>?
    private var stalling: Scheduled<Void>?

    init(_ connections: Connections) {
        self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.add(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        dawdling?.cancel()
        stalling?.cancel()
        connections.remove(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            (isSending, start, received) = (true, context.eventLoop.now, 0)
            connections.set(.sending, of: context.channel)
            if dawdling == nil { expectEnd(on: context.channel) }
        case .body(let part): received += Int64(part.readableBytes)
        case .end:
            isSending = false
            connections.set(.answered, of: context.channel)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data), !isSending { connections.set(.waiting, of: context.channel) }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stalling?.cancel()
        let channel = context.channel
        if !channel.isWritable {
            stalling = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Closes the connection when the request has not come to its end by the time that what has come of it allows.
    ///
    /// One look serves all requests of the time in which none can be late: an event loop that takes back a look goes through
    /// those of all its connections.
    private func expectEnd(on channel: any Channel) {
        let look = min(end, channel.eventLoop.now + Self.patience)
        dawdling = channel.eventLoop.assumeIsolated().scheduleTask(deadline: look) {
            self.dawdling = nil
            guard self.isSending else { return }
            if self.end > channel.eventLoop.now { self.expectEnd(on: channel) } else { channel.close(promise: nil) }
        }
    }

    private var end: NIODeadline {
        start + min(Self.patience + .milliseconds(received / Self.slowest), Self.most)
    }
}
