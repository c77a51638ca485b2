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
            return try Response.json(ResultsView(results: results.map(ResultView.init)))
        }
    }

    private static func batch(_ request: Request) async throws -> Batch {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw Problem.invalid("body", "contentType", "Send JSON, as application/json.")
        }
        let body = try await request.body.collect(upTo: OutboxBatch.mostBytes)
        let posted: PostedBatch
        do {
            posted = try JSONDecoder().decode(PostedBatch.self, from: body)
        } catch {
            throw Problem.invalid("body", "unreadable", "This is not a batch of entries in JSON.")
        }
        guard case .text(let text)? = posted.device, let device = Identifier(text) else {
            throw Problem.invalid("device", "identifier", "The device needs a UUID.")
        }
        guard let entries = posted.entries else { throw Problem.invalid("entries", "required", "This is needed.") }
        guard entries.count <= Entry.mostInBatch else {
            throw Problem.tooLarge("At most \(Entry.mostInBatch) entries at once.")
        }
        var maker: String?
        if case .text(let text)? = posted.maker { maker = text }
        return Batch(
            device: device, maker: maker, sent: try sent(posted.sent),
            entries: entries.map { PostedEntry(members: $0.fields) },
            bytes: body.readableBytes)
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

private struct PostedBatch: Decodable {
    let device: FieldValue?
    let maker: FieldValue?
    let sent: FieldValue?
    let entries: [PostedObject]?
}

/// Members of a JSON object. Any other JSON value has none, and is then rejected as an entry without members.
private struct PostedObject: Decodable {
    let fields: [Field]

    init(from decoder: any Decoder) throws {
        let members: [String: FieldValue]
        do {
            members = try decoder.singleValueContainer().decode([String: FieldValue].self)
        } catch is DecodingError {
            members = [:]
        }
        fields = members.map { Field($0.key, $0.value) }
    }
}

private struct ResultsView: Encodable {
    let results: [ResultView]
}

private struct ResultView: Encodable {
    let id: String?
    let outcome: String
    let sequence: Int64?
    let problems: [FieldProblemView]?

    init(_ result: EntryResult) {
        id = result.id?.text
        outcome = result.outcome.rawValue
        sequence = result.sequence
        problems = result.problems.isEmpty ? nil : result.problems.map(FieldProblemView.init)
    }
}
