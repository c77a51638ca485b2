import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Store

/// Routes `/feed` and `/classes/ID/feed`: Server-Sent Events (WHATWG HTML, section 9.2) with sequence numbers as ids.
struct FeedRoutes {
    let site: Site

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("feed") { request, context in
            let network = Identifier(request.query("class")).map {
                NetworkFeed(site: site, session: $0, person: context.person, address: context.origin.address)
            }
            return try await stream(request, context.signedIn, network: network)
        }
        signedIn.get("classes/:id/feed") { request, context in
            let session = try await site.store.session(context.identifier(), for: context.person)
            return try await stream(request, context.signedIn, of: session.id)
        }
    }

    /// Sends everything missed since `Last-Event-ID` (or `after`), then new entries, with heartbeats in between.
    ///
    /// With each heartbeat it is looked whether whoever listens is still signed in.
    ///
    /// - Parameters:
    ///   - session: the one class that is followed; otherwise all that concerns the person is.
    ///   - network: the class whose page is open there.
    private func stream(
        _ request: Request, _ signedIn: SignedIn, of session: Identifier? = nil, network: NetworkFeed? = nil
    ) async throws -> Response {
        let after = Int64(request.headers[.lastEventID] ?? request.query("after"))
        let following = try await site.feed.follow(after: after) {
            try await site.store.feedScope(of: signedIn.person, session: session)
        }
        let body = ResponseBody { writer in
            try await request.body.consumeWithInboundCloseHandler { _ in
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                if let after { try await replay(following, from: after, &writer) }
                if let token = try await network?.message() { try await writer.write(token) }
                // A shutdown waits for every stream, so each ends itself.
                try await withGracefulShutdownHandler {
                    for await beat in following.beats {
                        if case .heartbeat = beat, try await !site.store.isStillSignedIn(signedIn) { break }
                        if let text = try Self.text(beat, after: after ?? 0) { try await writer.write(text) }
                        if let network, network.isConcerned(by: beat), let token = try await network.message() {
                            try await writer.write(token)
                        }
                    }
                } onGracefulShutdown: {
                    following.stop()
                }
            } onInboundClosed: {
                following.stop()
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
                // Tells nginx not to buffer the stream.
                .xAccelBuffering: "no",
            ],
            body: body)
    }

    /// What came after a number; of what lies too far back, only that it does.
    private func replay(
        _ following: Following, from after: Int64, _ writer: inout any ResponseBodyWriter
    ) async throws {
        let (scope, since) = (following.scope, following.since)
        if try await site.store.isLongAgo(after, before: since, now: .now) {
            try await writer.write(ByteBuffer(string: "id: \(since)\nevent: reload\ndata:\n\n"))
            return
        }
        var last = after
        while last < since {
            let entries = try await missed(scope, after: last)
            for entry in entries where entry.sequence <= since && scope.holds(entry) {
                try await writer.write(FeedMessage(entry).bytes)
            }
            guard let end = entries.last?.sequence else { return }
            last = end
        }
    }

    private func missed(_ scope: FeedScope, after sequence: Int64) async throws -> [FeedEntry] {
        guard let session = scope.session else { return try await site.store.entries(after: sequence) }
        return try await site.store.entries(ofClass: session, after: sequence)
    }

    /// Text of a beat; `nil` if there is nothing to be said.
    ///
    /// - Parameter after: number of the last entry that the follower knows, since the feed may be a moment behind it.
    private static func text(_ beat: Beat, after: Int64) throws -> ByteBuffer? {
        switch beat {
        case .entries(let messages): FeedMessage.joined(messages.drop { $0.entry.sequence <= after })
        case .network: nil
        case .heartbeat: ByteBuffer(string: "event: beat\ndata:\n\n")
        case .notice(let notice):
            ByteBuffer(
                string: "event: notice\ndata: \(String(decoding: try JSONEncoder().encode(notice), as: UTF8.self))\n\n")
        case .again: ByteBuffer(string: "event: again\ndata:\n\n")
        case .enough: ByteBuffer(string: "event: enough\ndata:\n\n")
        }
    }
}

extension HTTPField.Name {
    static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .eTag
    static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .eTag
}
