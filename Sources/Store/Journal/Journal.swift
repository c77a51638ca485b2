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
            return try await writer.write(isolated: false) { [codeJudge] connection in
                let journal = Journal(connection: connection, maker: maker, now: now, codeJudge: codeJudge)
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
    /// When the server saw the scan that a claim is about.
    private var scanned: Instant?
    /// Answer to the token of the local network that a claim shows.
    private(set) var token = CodeJudge.TokenAnswer.void
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

    /// The trusted time: of a scan when the server saw it, else what follows from the device's clock.
    func happenedAt(_ entry: Entry, received: Instant) -> Instant {
        scanned ?? clock.time(of: entry.at, received: received)
    }

    /// Judges a claim's evidence and forgets it. What goes on is how far the device is from the class, or from the venue
    /// where a class is planned that has not started, and whether a code or a token was good.
    ///
    /// - Parameter judge: `nil` for an entry that is in the journal already, which needs no code any more.
    mutating func judgeEvidence(
        on connection: any Connection, by judge: CodeJudge?, maker: Identifier?, now: Instant
    ) throws {
        guard case .good(let entry) = judged else { return }
        if case .deviceNearby(let nearby) = entry.payload {
            let setting = try Self.setting(of: nearby.classID, on: connection) ?? .init(fence: nil)
            let (kept, members) = nearby.judged(in: setting)
            try keep(entry.with(.deviceNearby(kept)), members)
        }
        guard let claimed = entry.claim, case .posted(let posted) = claimed.evidence
        else { return }
        let setting = try Self.setting(of: claimed.classID, on: connection)
        var answer: CodeAnswer? = posted.hasCode ? .good(.code) : nil
        if let judge {
            let one = CodeJudge.Case(
                entry: entry.id, session: claimed.classID, student: setting == nil ? nil : maker,
                at: clock.time(of: entry.at, received: now), received: now,
                earliest: entry.kind == .attendanceConfirmed
                    ? try connection.reconfirmation(of: claimed.classID)?.at : nil)
            let ruling = judge.ruling(on: posted, in: one)
            (answer, scanned) = (ruling?.answer, ruling?.scanned)
            token = judge.answer(toToken: posted.token, in: one)
        }
        let (kept, members) = claimed.judged(
            in: setting ?? .init(fence: nil), code: answer, hasNetwork: token == .good,
            print: posted.fix.flatMap { judge?.codes?.print(of: $0) })
        try keep(entry.with(kept), members)
    }

    private mutating func keep(_ entry: Entry, _ members: [Field]) throws {
        fields = try CanonicalFields.text(members)
        judged = .good(entry)
    }

    /// What a class asks for, and where; `nil` if there is no such class of a course.
    private static func setting(
        of session: Identifier, on connection: any Connection
    ) throws -> AttendanceClaimed.Setting? {
        let row = try connection.first(
            """
            SELECT CASE WHEN started_at IS NULL THEN venue.latitude ELSE fence_latitude END AS fence_latitude,
                   CASE WHEN started_at IS NULL THEN venue.longitude ELSE fence_longitude END AS fence_longitude,
                   CASE WHEN started_at IS NULL THEN venue.radius ELSE fence_radius END AS fence_radius,
                   CASE WHEN started_at IS NULL THEN 1 ELSE 0 END AS is_planned, accuracy,
                   \(AttendancePolicy.ofClass)
            FROM class JOIN course ON course.id = class.course JOIN venue ON venue.id = class.venue
            WHERE class.id = $1
            """, session)
        return try row.map {
            AttendanceClaimed.Setting(
                fence: try Geofence($0), isPlanned: try $0.flag("is_planned"), policy: try AttendancePolicy($0))
        }
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
    var codeJudge = CodeJudge.none

    func append(_ incoming: IncomingEntry) throws -> EntryResult {
        var incoming = incoming
        let id = incoming.posted.identifier
        let known = try id.flatMap(known)
        try incoming.judgeEvidence(
            on: connection, by: known == nil ? codeJudge : nil, maker: maker.person, now: now)
        if let id, let known { return try result(for: id, in: known, incoming) }
        switch incoming.judged {
        case .problems(let problems): return .rejected(id, problems)
        case .good(let entry):
            if let problem = try refusal(of: entry) { return .rejected(id, [problem]) }
            if let standing = try standing(entry, incoming) { return .duplicate(entry.id, standing) }
            do {
                let sequence = try connection.savepoint {
                    try endCodes(before: entry)
                    let sequence = try record(entry, incoming)
                    try appointFirstOwner(after: entry)
                    return sequence
                }
                try noteToken(of: entry, incoming)
                return .accepted(entry.id, sequence)
            } catch Problem.invalid(let problems) {
                try note(entry, incoming, refusedFor: problems)
                return .rejected(entry.id, problems)
            }
        }
    }

    /// Row of an identifier already in the journal; `nil` for a new identifier.
    private func known(_ id: Identifier) throws -> Row? {
        try connection.first("SELECT sequence, device, maker, kind, at, fields FROM entry WHERE id = $1", id)
    }

    private func result(for id: Identifier, in row: Row, _ incoming: IncomingEntry) throws -> EntryResult {
        let isSame =
            try row.identifier("device") == incoming.device
            && row.optionalIdentifier("maker") == maker.person
            && row.text("kind") == incoming.posted.entryKind?.rawValue
            && row.instant("at") == incoming.posted.instant
            && Self.isSame(row.text("fields"), incoming)
        return isSame ? .duplicate(id, try row.integer("sequence")) : .conflict(id)
    }

    /// What the course allows may have changed since a claim came first, and with it what its fix proves; and the class
    /// may have started elsewhere than it was planned. Of a code it counts only that there was one. Tokens and prints are
    /// judged once.
    private static func isSame(_ kept: String, _ incoming: IncomingEntry) throws -> Bool {
        // A venue that has moved since answers otherwise.
        let hasEvidence: [Kind] = [.attendanceClaimed, .attendanceConfirmed, .deviceNearby]
        guard kept != incoming.fields, incoming.posted.entryKind.map(hasEvidence.contains) == true else {
            return kept == incoming.fields
        }
        let (before, again) = try (CanonicalFields.fields(kept), CanonicalFields.fields(incoming.fields))
        let isOfOneFence = before.first { $0.name == "fence" } == again.first { $0.name == "fence" }
        let changing = ["answer", "asked", "network", "print"] + (isOfOneFence ? [] : ["distance", "fence"])
        func lasting(_ fields: [Field]) throws -> String {
            let lasting = fields.filter { !changing.contains($0.name) }
            return try CanonicalFields.text(
                lasting.map { $0.name == "proof" ? Field("proof", .flag(true)) : $0 })
        }
        return try lasting(before) == lasting(again)
    }

    private func record(_ entry: Entry, _ incoming: IncomingEntry) throws -> Int64 {
        if let picture = incoming.picture { try picture.store(on: connection) }
        let kept = StoredEntry(
            entry: entry, maker: maker.person, received: now,
            happenedAt: incoming.happenedAt(entry, received: now), fields: incoming.fields)
        let sequence = try kept.record(on: connection, picture: incoming.picture?.hash)
        try connection.announce(sequence)
        return sequence
    }
}
