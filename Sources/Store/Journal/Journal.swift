import Classroom
import Foundation

extension Store {
    /// Appends entries, each independently of the others; returns after the commit.
    ///
    /// An entry sent again is not appended again: its result is `duplicate`, or `conflict` if its content differs.
    ///
    /// - Parameters:
    ///   - clock: the device's.
    ///   - rehearsing: takes everything back in the end, to tell only what would become of the entries.
    public func append(
        _ posted: [PostedEntry], device: Identifier, by maker: Maker, clock: DeviceClock = .unknown,
        now: Instant = .now, rehearsing: Bool = false
    ) async throws -> [EntryResult] {
        let incoming = try posted.map { try IncomingEntry($0, device: device, clock: clock, now: now) }
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

    /// How many of these identifiers entries have already.
    public func countKnown(_ identifiers: [Identifier]) async throws -> Int {
        try await database.read { connection in
            try identifiers.count { try connection.first("SELECT sequence FROM entry WHERE id = $1", $0) != nil }
        }
    }

    /// The sequence number of the newest entry; 0 while there is none.
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
    let clock: DeviceClock
    let posted: PostedEntry
    /// Canonical fields, as stored.
    private(set) var fields: String
    private(set) var judged: PostedEntry.Judged
    let picture: Picture?

    init(_ posted: PostedEntry, device: Identifier, clock: DeviceClock = .unknown, now: Instant) throws {
        self.device = device
        self.clock = clock
        self.posted = posted
        let judged = posted.entry(device: device, now: now, clock: clock)
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

    /// Where somebody was who claims to be present is forgotten here: what goes on is how far that is from the class, or
    /// from the venue where a class is planned that has not started.
    mutating func locate(on connection: any Connection) throws {
        guard case .good(let entry) = judged, case .attendanceClaimed(let claimed) = entry.payload else { return }
        let row = try connection.first(
            """
            SELECT CASE WHEN started_at IS NULL THEN venue.latitude ELSE fence_latitude END AS fence_latitude,
                   CASE WHEN started_at IS NULL THEN venue.longitude ELSE fence_longitude END AS fence_longitude,
                   CASE WHEN started_at IS NULL THEN venue.radius ELSE fence_radius END AS fence_radius,
                   CASE WHEN started_at IS NULL THEN 1 ELSE 0 END AS is_planned, accuracy
            FROM class JOIN course ON course.id = class.course JOIN venue ON venue.id = class.venue
            WHERE class.id = $1
            """, claimed.classID)
        let (kept, members) = claimed.located(
            by: try row.flatMap { try Geofence($0) }, worstAccuracy: try row?.real("accuracy") ?? Fix.worstAccuracy,
            isPlanned: try row?.flag("is_planned") ?? false)
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
            if let problem = try refusal(of: entry) { return .rejected(id, [problem]) }
            if let standing = try standingClaim(of: entry, incoming) { return .duplicate(entry.id, standing) }
            do {
                let sequence = try connection.savepoint {
                    try endCodes(before: entry)
                    let sequence = try record(entry, incoming)
                    try appointFirstOwner(after: entry)
                    return sequence
                }
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

    /// What the course allows may have changed since a claim came first, and with it what its fix proves; and the class
    /// may have started elsewhere than it was planned.
    private static func isSame(_ kept: String, _ incoming: IncomingEntry) throws -> Bool {
        guard incoming.posted.entryKind == .attendanceClaimed, kept != incoming.fields else {
            return kept == incoming.fields
        }
        let (before, again) = try (CanonicalFields.fields(kept), CanonicalFields.fields(incoming.fields))
        let isOfOneFence = before.first { $0.name == "fence" } == again.first { $0.name == "fence" }
        let changing = isOfOneFence ? ["answer"] : ["answer", "distance", "fence"]
        func lasting(_ fields: [Field]) throws -> String {
            try CanonicalFields.text(fields.filter { !changing.contains($0.name) })
        }
        return try lasting(before) == lasting(again)
    }

    private func record(_ entry: Entry, _ incoming: IncomingEntry) throws -> Int64 {
        if let picture = incoming.picture { try picture.store(on: connection) }
        let kept = StoredEntry(
            entry: entry, maker: maker.person, received: now,
            happenedAt: incoming.clock.time(of: entry.at, received: now), fields: incoming.fields)
        let sequence = try kept.record(on: connection, picture: incoming.picture?.hash)
        try connection.announce(sequence)
        return sequence
    }
}
