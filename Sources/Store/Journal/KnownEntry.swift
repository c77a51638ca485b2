import Classroom

/// Entry of the journal, as far as it tells whether another is the same.
struct KnownEntry {
    let sequence: Int64
    let device: Identifier
    let maker: Identifier?
    let kind: String
    let at: Instant
    let subject: Subject
    let fields: String

    init(_ row: Row) throws {
        sequence = try row.integer("sequence")
        device = try row.identifier("device")
        maker = try row.optionalIdentifier("maker")
        kind = try row.text("kind")
        at = try row.instant("at")
        subject = try Subject(row)
        fields = try row.text("fields")
    }

    init(_ stored: StoredEntry, _ sequence: Int64) {
        self.sequence = sequence
        device = stored.entry.device
        maker = stored.maker
        kind = stored.entry.kind.name
        at = stored.entry.at
        subject = stored.entry.payload.subject(by: stored.maker)
        fields = stored.fields
    }

    func result(for id: Identifier, again: IncomingEntry, by maker: Maker) throws -> EntryResult {
        guard let kind = again.posted.entryKind, kind.name == self.kind, subject.isSame(kind, as: again.posted)
        else {
            return .conflict(id)
        }
        let isSame =
            try device == again.device && self.maker == maker.person && at == again.posted.instant
            && Self.isSame(fields, again)
        return isSame ? .duplicate(id, sequence) : .conflict(id)
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
}
