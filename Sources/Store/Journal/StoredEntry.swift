import Classroom

/// Entry as stored in the journal.
///
/// Every entry enters a book as one: posted by a device, replayed by the doctor or moved from another book.
struct StoredEntry: Sendable {
    let entry: Entry
    let maker: Identifier?
    /// Time at which the server received the entry.
    let received: Instant
    /// When it happened: the trusted time, by which everything follows from the journal.
    let happenedAt: Instant
    /// Canonical.
    let fields: String
}

extension Connection {
    /// Adds entries to the journal.
    func record(_ entries: [(stored: StoredEntry, sequence: Int64)]) throws {
        try insert(
            into: """
                entry (sequence, id, device, maker, kind, at, received, happened_at, fields, class, course, person)
                """,
            entries.map { stored, sequence in
                let entry = stored.entry
                let subject = entry.payload.subject(by: stored.maker)
                return [
                    sequence.sqlValue, entry.id.sqlValue, entry.device.sqlValue, stored.maker.sqlValue,
                    entry.kind.name.sqlValue, entry.at.sqlValue, stored.received.sqlValue,
                    stored.happenedAt.sqlValue, stored.fields.sqlValue, subject.classID.sqlValue,
                    subject.course.sqlValue, subject.person.sqlValue,
                ]
            })
    }
}

extension StoredEntry {
    /// Reads an entry from the journal and checks it as on arrival.
    ///
    /// Throws `UnreadableEntry` if the row is malformed or holds what no device may post.
    init(_ row: Row) throws {
        let (at, received) = try (row.instant("at"), row.instant("received"))
        let happenedAt = try row.instant("happened_at")
        guard [at, received, happenedAt].allSatisfy(Self.times.contains) else {
            throw UnreadableEntry("its times are invalid")
        }
        // Before there was a trusted time, what devices said was taken for it.
        guard happenedAt <= received || happenedAt == at else { throw UnreadableEntry("it happened after it came") }
        let device = try Self.identifier(row, "device") { try $0.identifier("device") }
        maker = try Self.identifier(row, "maker") { try $0.optionalIdentifier("maker") }
        let id = try Self.identifier(row, "identifier") { try $0.identifier("id") }
        self.received = received
        self.happenedAt = happenedAt
        fields = try row.text("fields")
        let posted = PostedEntry(
            members: [
                Field("id", .text(id.text)), Field("kind", .text(try row.text("kind"))), Field("at", .text(at.text)),
            ] + (try Self.members(row)))
        let clock = DeviceClock(skew: happenedAt.milliseconds - at.milliseconds)
        switch posted.entry(device: device, now: received, clock: clock, isStored: true) {
        case .good(let entry): self.entry = entry
        case .problems(let problems): throw UnreadableEntry(problems.words)
        }
    }

    private static func identifier<Value>(_ row: Row, _ title: String, _ read: (Row) throws -> Value) throws -> Value {
        do { return try read(row) } catch is UnexpectedValue { throw UnreadableEntry("its \(title) is not a UUID") }
    }

    /// Fields of an entry in the journal, among them those that columns hold.
    static func members(_ row: Row) throws -> [Field] {
        do {
            let fields = try CanonicalFields.fields(row.text("fields"))
            guard let kind = Kind.named(try row.text("kind")) else { return fields }
            return try Subject(row).completed(fields, kind)
        } catch is DecodingError {
            throw UnreadableEntry("its fields are not JSON")
        } catch is UnexpectedValue {
            throw UnreadableEntry("its columns are damaged")
        }
    }

    /// Years 1 to 9999, since other times cannot be written as text.
    private static let times =
        Instant(milliseconds: -62_135_596_800_000)..<Instant(milliseconds: 253_402_300_800_000)
}

/// Error for a row of the journal that is not a valid entry.
struct UnreadableEntry: Error {
    let words: String

    init(_ words: String) {
        self.words = words
    }
}

extension [FieldProblem] {
    /// Problems on a single line, for people.
    var words: String { map { "\($0.field): \($0.message)" }.joined(separator: " ") }
}
