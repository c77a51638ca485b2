import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Store

extension Site {
    /// Appends what somebody has sent, within what they may write, and tells whom it concerns.
    ///
    /// - Parameter bytes: size of the request's body.
    func append(
        _ entries: [PostedEntry], _ bytes: Int, device: Identifier, by maker: Maker, clock: DeviceClock = .unknown
    ) async throws -> [EntryResult] {
        let results = try await budget.pay(for: entries, bytes, maker, store) {
            try await store.append(entries, device: device, by: maker, clock: clock)
        }
        store.forgetSignedIn(after: entries)
        notifier.note(entries, by: maker.person, results)
        if entries.contains(where: { $0.entryKind == .classStarted }) { weather.wake() }
        return results
    }
}

/// Route `POST /journal`, the only way to change the book.
struct JournalRoutes {
    let site: Site

    func addRoutes(to signedIn: some RouterMethods<SignedInContext>) {
        signedIn.post("journal") { request, context in
            // Before the body, which may be long on its way.
            let came = Instant.now
            let batch = try await Self.batch(request)
            // Rejects entries made in a tab opened while somebody else was signed in: they are not this person's.
            if let maker = batch.maker, Identifier(maker) != context.person.id { throw Problem.signedOut }
            let maker = context.signedIn.maker
            let clock = batch.sent.map { DeviceClock(sent: $0, received: came) } ?? .unknown
            let results = try await site.append(
                batch.entries, batch.bytes, device: batch.device, by: maker, clock: clock)
            return Response(
                contentType: "application/json; charset=utf-8", body: ByteBuffer(bytes: EntryJSON.text(results)))
        }
    }

    private static func batch(_ request: Request) async throws -> Batch {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw Problem.invalid("body", "contentType", "Send JSON, as application/json.")
        }
        let body = try await request.body.collect(upTo: OutboxBatch.mostBytes)
        let posted: EntryJSON.Batch
        do {
            posted = try body.withUnsafeReadableBytes(EntryJSON.batch)
        } catch {
            throw Problem.invalid("body", "unreadable", "This is not a batch of entries in JSON.")
        }
        guard case .text(let text)? = posted.value("device"), let device = Identifier(text) else {
            throw Problem.invalid("device", "identifier", "The device needs a UUID.")
        }
        guard let entries = posted.entries else { throw Problem.invalid("entries", "required", "This is required.") }
        guard entries.count <= Entry.mostInBatch else {
            throw Problem.tooLarge("At most \(Entry.mostInBatch) entries at once.")
        }
        var maker: String?
        if case .text(let text)? = posted.value("maker") { maker = text }
        return Batch(
            device: device, maker: maker, sent: try sent(posted.value("sent")),
            entries: entries.map(PostedEntry.init(members:)), bytes: body.readableBytes)
    }

    /// When the batch went off, by the device's clock.
    private static func sent(_ value: FieldValue?) throws -> Instant? {
        guard let value, value != .null else { return nil }
        guard case .text(let text) = value, let sent = Instant(text) else {
            throw Problem.invalid("sent", "time", "This must be a time as in 2026-11-03T18:30:00Z.")
        }
        return sent
    }

    private struct Batch {
        let device: Identifier
        /// Person who made the entries, if stated.
        let maker: String?
        /// By the device's clock, if that was said.
        let sent: Instant?
        let entries: [PostedEntry]
        let bytes: Int
    }
}
