import Classroom
import Foundation
import NIOCore
import Store

/// Part of a class's page in its local network: an instructor's device makes its network known, a student's receives
/// tokens while it is on the same one.
struct NetworkFeed: Sendable {
    let site: Site
    let session: Identifier
    let person: Person
    let address: String

    /// Whether a token may be due: at each heartbeat, and when something becomes of the class itself. What concerns one
    /// person, and each question and vote, would cost every page of the class a read.
    func isConcerned(by beat: Beat) -> Bool {
        switch beat {
        case .heartbeat: true
        case .entries(let messages):
            messages.map(\.entry).contains {
                $0.classID == session && $0.person == nil && !$0.kind.hasPrefix("question.")
            }
        // The instructor's own device has caused it.
        case .network(let other): other == session && person.role == .student
        case .notice, .again, .enough: false
        }
    }

    /// Token for the student as a message of the feed; `nil` if there is none.
    func message(now: Instant = .now) async throws -> ByteBuffer? {
        guard person.role == .student else {
            let isNews = try await site.store.note(
                networks: LocalNetwork.names(of: address), of: session, by: person.id, now: now)
            if isNews { await site.feed.tellNetwork(of: session) }
            return nil
        }
        guard let network = LocalNetwork.name(of: address),
            let token = try await site.store.token(for: person.id, at: session, on: [network], now: now)
        else { return nil }
        let view = NetworkTokenView(class: session.text, token: token.text, ends: token.ends.milliseconds)
        let data = String(decoding: try JSONEncoder().encode(view), as: UTF8.self)
        return ByteBuffer(string: "event: token\ndata: \(data)\n\n")
    }
}

/// Token of the local network, as sent over the feed.
struct NetworkTokenView: Encodable, Sendable {
    let `class`: String
    let token: String
    /// Until when it is good, in milliseconds since 1970.
    let ends: Int64
}
