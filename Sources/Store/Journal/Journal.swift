import Classroom
import Foundation

extension Store {
    /// Appends entries, each independently of the others; returns after the commit.
    ///
    /// An entry sent again is not appended again: its result is `duplicate`, or `conflict` if its content differs.
    ///
    /// - Parameter rehearsing: rolls everything back at the end, to learn only what the results would be.
    public func append(
        _ posted: [PostedEntry], device: Identifier, by maker: Maker, now: Instant = .now, rehearsing: Bool = false
    ) async throws -> [EntryResult] {
        let incoming = try posted.map { try IncomingEntry($0, device: device, now: now) }
        do {
            // Each entry already has its own savepoint.
            return try await writer.write(isolated: false) { connection in
                let journal = Journal(connection: connection, maker: maker, now: now)
                let results = try incoming.map(journal.append)
                if rehearsing { throw Rehearsal(results: results) }
                return results
            }
        } catch let rehearsal as Rehearsal {
            return rehearsal.results
        }
    }

    /// Sequence number of the newest entry; 0 for an empty journal.
    public func lastSequence() async throws -> Int64 {
        try await database.read { connection in
            try connection.first("SELECT MAX(sequence) AS last FROM entry")?.optionalInteger("last") ?? 0
        }
    }
}

/// Error that rolls a write back and carries its result.
private struct Rehearsal: Error {
    let results: [EntryResult]
}

/// Entry about to be appended to the journal.
struct IncomingEntry: Sendable {
    let device: Identifier
    let posted: PostedEntry
    /// Canonical fields, as stored.
    private(set) var fields: String
    private(set) var judged: PostedEntry.Judged
    let picture: Picture?

    init(_ posted: PostedEntry, device: Identifier, now: Instant) throws {
        self.device = device
        self.posted = posted
        let judged = posted.entry(device: device, now: now)
        do {
            try Self.checkTimeZone(in: judged)
            picture = try Self.picture(in: judged)
            self.judged = judged
        } catch Problem.invalid(let problems) {
            picture = nil
            self.judged = .problems(problems)
        }
        fields = try CanonicalFields.text(Self.kept(posted.fields, picture))
    }

    private static func picture(in judged: PostedEntry.Judged) throws -> Picture? {
        guard case .good(let entry) = judged, case .personPictured(let pictured) = entry.payload,
            case .data(let base64) = pictured.picture
        else { return nil }
        return try Picture(base64: base64)
    }

    /// Checks that a time zone exists, since Classroom has no list of them.
    private static func checkTimeZone(in judged: PostedEntry.Judged) throws {
        guard case .good(let entry) = judged else { return }
        let facts: CourseFacts? =
            switch entry.payload {
            case .courseCreated(let created): created.facts
            case .courseEdited(let edited): edited.facts
            default: nil
            }
        guard let zone = facts?.timeZone, TimeZone(identifier: zone) == nil else { return }
        throw Problem.invalid("timeZone", "unknown", "This time zone does not exist.")
    }

    /// Replaces the position in a claim by its distance from the class, so that the position is never stored.
    mutating func locate(on connection: any Connection) throws {
        guard case .good(let entry) = judged, case .attendanceClaimed(let claimed) = entry.payload else { return }
        let row = try connection.first(
            """
            SELECT fence_latitude, fence_longitude, fence_radius, accuracy
            FROM class JOIN course ON course.id = class.course WHERE class.id = $1
            """, claimed.classID)
        let (kept, members) = claimed.located(
            by: try row.flatMap { try Geofence($0) }, worstAccuracy: try row?.real("accuracy") ?? Fix.worstAccuracy)
        fields = try CanonicalFields.text(members)
        judged = .good(
            Entry(
                id: entry.id, device: entry.device, at: entry.at, kind: entry.kind, payload: .attendanceClaimed(kept))
        )
    }

    /// Fields with the picture's hash in place of its bytes, which are stored separately.
    private static func kept(_ fields: [Field], _ picture: Picture?) -> [Field] {
        guard let picture else { return fields }
        return fields.filter { $0.name != "data" && $0.name != "picture" } + [Field("picture", .text(picture.hash))]
    }
}

/// Journal inside a transaction.
struct Journal {
    let connection: any Connection
    let maker: Maker
    let now: Instant

    func append(_ incoming: IncomingEntry) throws -> EntryResult {
        var incoming = incoming
        try incoming.locate(on: connection)
        let id = incoming.posted.identifier
        if let id, let there = try existing(id, incoming) { return there }
        switch incoming.judged {
        case .problems(let problems): return .rejected(id, problems)
        case .good(let entry):
            guard maker.may(entry.kind) else {
                return .rejected(id, [FieldProblem("kind", "forbidden", "Only an instructor can do this.")])
            }
            do {
                let sequence = try connection.savepoint { try record(entry, incoming) }
                return .accepted(entry.id, sequence)
            } catch Problem.invalid(let problems) {
                return .rejected(entry.id, problems)
            }
        }
    }

    /// Result for an identifier already in the journal; `nil` for a new identifier.
    private func existing(_ id: Identifier, _ incoming: IncomingEntry) throws -> EntryResult? {
        let row = try connection.first(
            "SELECT sequence, device, maker, kind, at, fields FROM entry WHERE id = $1", id)
        guard let row else { return nil }
        let isSame =
            try row.identifier("device") == incoming.device
            && row.optionalIdentifier("maker") == maker.person
            && row.text("kind") == incoming.posted.entryKind?.rawValue
            && row.instant("at") == incoming.posted.instant
            && Self.isSame(row.text("fields"), incoming)
        return isSame ? .duplicate(id, try row.integer("sequence")) : .conflict(id)
    }

    /// Compares fields. A claim's `answer` is ignored, since the course's accuracy limit may have changed meanwhile.
    private static func isSame(_ kept: String, _ incoming: IncomingEntry) throws -> Bool {
        guard incoming.posted.entryKind == .attendanceClaimed, kept != incoming.fields else {
            return kept == incoming.fields
        }
        func withoutAnswer(_ text: String) throws -> String {
            try CanonicalFields.text(CanonicalFields.fields(text).filter { $0.name != "answer" })
        }
        return try withoutAnswer(kept) == withoutAnswer(incoming.fields)
    }

    private func record(_ entry: Entry, _ incoming: IncomingEntry) throws -> Int64 {
        if let picture = incoming.picture { try picture.store(on: connection) }
        let kept = StoredEntry(entry: entry, maker: maker.person, received: now, fields: incoming.fields)
        let sequence = try kept.record(on: connection, picture: incoming.picture?.hash)
        try connection.announce(sequence)
        return sequence
    }
}
