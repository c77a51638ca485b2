import Classroom
import Foundation

extension Store {
    /// Appends entries, one by one, each on its own; the answer comes after the commit.
    ///
    /// Sent again, an entry is not appended again: its result is then `duplicate`, or `conflict` if it is not the
    /// same entry any more.
    ///
    /// - Parameter rehearsing: takes everything back in the end, to tell only what would become of the entries.
    public func append(
        _ posted: [PostedEntry], device: Identifier, by maker: Maker, now: Instant = .now, rehearsing: Bool = false
    ) async throws -> [EntryResult] {
        let arrivals = try posted.map { try Arrival($0, device: device, now: now) }
        do {
            // Each entry has a savepoint of its own already.
            return try await writer.write(isolated: false) { connection in
                let journal = Journal(connection: connection, maker: maker, now: now)
                let results = try arrivals.map(journal.append)
                if rehearsing { throw Rehearsal(results: results) }
                return results
            }
        } catch let rehearsal as Rehearsal {
            return rehearsal.results
        }
    }

    /// The sequence number of the newest entry; 0 while there is none.
    public func lastSequence() async throws -> Int64 {
        try await database.read { connection in
            try connection.first("SELECT MAX(sequence) AS last FROM entry")?.optionalInteger("last") ?? 0
        }
    }
}

/// Takes a write back and carries out what it would have answered.
private struct Rehearsal: Error {
    let results: [EntryResult]
}

/// An entry on its way into the journal.
struct Arrival: Sendable {
    let device: Identifier
    let posted: PostedEntry
    /// As the journal keeps them.
    let fields: String
    let judged: PostedEntry.Judged
    let picture: Picture?

    init(_ posted: PostedEntry, device: Identifier, now: Instant) throws {
        self.device = device
        self.posted = posted
        let judged = posted.entry(device: device, now: now)
        do {
            picture = try Self.picture(in: judged)
            self.judged = judged
        } catch Problem.invalid(let problems) {
            picture = nil
            self.judged = .problems(problems)
        }
        fields = try CanonicalFields.text(Self.kept(posted.fields, picture))
    }

    private static func picture(in judged: PostedEntry.Judged) throws -> Picture? {
        guard case .good(let entry) = judged, case .personPictured(let pictured) = entry.happening,
            case .data(let base64) = pictured.picture
        else { return nil }
        return try Picture(base64: base64)
    }

    /// The journal names a picture by its hash; the bytes go beside it.
    private static func kept(_ fields: [Field], _ picture: Picture?) -> [Field] {
        guard let picture else { return fields }
        return fields.filter { $0.name != "data" && $0.name != "picture" } + [Field("picture", .text(picture.hash))]
    }
}

/// Appends to the journal inside a transaction.
struct Journal {
    let connection: any Connection
    let maker: Maker
    let now: Instant

    func append(_ arrival: Arrival) throws -> EntryResult {
        let id = arrival.posted.identifier
        if let id, let there = try existing(id, arrival) { return there }
        switch arrival.judged {
        case .problems(let problems): return .rejected(id, problems)
        case .good(let entry):
            guard maker.may(entry.kind) else {
                return .rejected(id, [FieldProblem("kind", "forbidden", "Only an instructor can do this.")])
            }
            do {
                let sequence = try connection.savepoint { try record(entry, arrival) }
                return .accepted(entry.id, sequence)
            } catch Problem.invalid(let problems) {
                return .rejected(entry.id, problems)
            }
        }
    }

    /// What to say of an entry whose identifier is in the journal already; `nil` if it is not.
    private func existing(_ id: Identifier, _ arrival: Arrival) throws -> EntryResult? {
        let row = try connection.first(
            "SELECT sequence, device, maker, kind, at, fields FROM entry WHERE id = $1", id)
        guard let row else { return nil }
        let isSame =
            try row.identifier("device") == arrival.device
            && row.optionalIdentifier("maker") == maker.person
            && row.text("kind") == arrival.posted.entryKind?.rawValue
            && row.instant("at") == arrival.posted.instant
            && row.text("fields") == arrival.fields
        return isSame ? .duplicate(id, try row.integer("sequence")) : .conflict(id)
    }

    private func record(_ entry: Entry, _ arrival: Arrival) throws -> Int64 {
        if let picture = arrival.picture { try picture.store(on: connection) }
        let kept = KeptEntry(entry: entry, maker: maker.person, received: now, fields: arrival.fields)
        let sequence = try kept.record(on: connection, picture: arrival.picture?.hash)
        try connection.announce(sequence)
        return sequence
    }
}
