import Classroom

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
        let judge = codeJudge
        let incoming = try posted.map {
            let entry = try IncomingEntry($0, device: device, clock: clock, now: now, codes: judge.codes)
            return Incoming(entry, by: maker, now: now)
        }
        return try await writer.append(incoming, rehearsing: rehearsing, judge)
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
