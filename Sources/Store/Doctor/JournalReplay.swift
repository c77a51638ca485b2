import Classroom
import GRDB

/// Replay of a book's journal on a scratch book, which notes entries that cannot be applied.
struct JournalReplay: Sendable {
    let scratch: ScratchBook
    private(set) var findings = Findings()
    /// Number of entries read.
    private(set) var count = 0
    /// Number of entries at the start of reading.
    private(set) var total = 0
    /// Whether the end of the journal has been reached.
    private(set) var isAtEnd = false
    /// Whether the rest of the journal is unreadable.
    private(set) var isBroken = false
    /// Last row read.
    private var last: Row?
    /// Number of the last entry whose facts are not judged by their time.
    private var lastUntimed: Int64 = 0

    static let topic = "the journal"

    init(_ scratch: ScratchBook) {
        self.scratch = scratch
    }

    /// Reads and applies a batch of entries. Rows already read do not change, so the rest may be read later.
    mutating func advance(on book: any Connection) throws {
        guard !isBroken else { return }
        let (previous, isFirst) = (last, count == 0)
        var (part, length, untimed): ([Row]?, Int?, Int64?)
        try findings.attempt(Self.topic, on: book) { _ in
            if isFirst { (length, untimed) = (try Self.length(book), try book.lastUntimed()) }
            part = try BookTable.entry.part(after: previous, on: book)
        }
        (total, lastUntimed) = (length ?? total, untimed ?? lastUntimed)
        isBroken = part == nil
        let rows = part ?? []
        try scratch.write(from: count, to: count + rows.count) { copy in
            let entries = try rows.compactMap { try take($0, from: book, to: copy) }
            for (sequence, error) in try Self.apply(entries, to: copy).sorted(by: { $0.key < $1.key }) {
                guard let entry = entries.first(where: { $0.sequence == sequence }) else { continue }
                findings.add(Self.topic, "\(Self.title(entry)) cannot be applied: \(Self.reason(error)).")
            }
        }
        count += rows.count
        isAtEnd = rows.count < BookTable.entry.rowsAtOnce
    }

    func advanced(on book: any Connection) throws -> JournalReplay {
        var next = self
        try next.advance(on: book)
        return next
    }

    /// Checks an entry; `nil` if it cannot be read.
    private mutating func take(
        _ row: Row, from book: any Connection, to copy: any Connection
    ) throws -> ReplayedEntry? {
        let previous = try last?.integer("sequence") ?? 0
        last = row
        let sequence = try row.integer("sequence")
        checkOrder(sequence, after: previous)
        let kept: StoredEntry
        do {
            kept = try StoredEntry(row)
        } catch {
            findings.add(Self.topic, "\(Self.title(row)) cannot be read: \(describe(error)).")
            return nil
        }
        checkColumns(row, kept)
        try copyPicture(kept, from: book, to: copy)
        return ReplayedEntry(stored: kept, sequence: sequence, isTimed: sequence > lastUntimed)
    }

    /// Applies entries; returns why some cannot be. Those that the tables' constraints refuse together are applied each by
    /// itself.
    private static func apply(_ entries: [ReplayedEntry], to copy: any Connection) throws -> [Int64: any Error] {
        do {
            return try copy.savepoint { try copy.replay(entries) }
        } catch let error as DatabaseError where error.resultCode != .SQLITE_CONSTRAINT {
            throw ScratchFailure(error)
        } catch {
            guard entries.count > 1 else { return entries.first.map { [$0.sequence: error] } ?? [:] }
            return try entries.reduce(into: [:]) { refused, entry in
                refused.merge(try apply([entry], to: copy)) { first, _ in first }
            }
        }
    }

    private mutating func checkOrder(_ sequence: Int64, after previous: Int64) {
        let missing = sequence - previous - 1
        switch missing {
        case 0: break
        case ..<0: findings.add(Self.topic, "The journal has an entry \(sequence), though it starts with 1.")
        case 1: findings.add(Self.topic, "Entry \(previous + 1) is missing from the journal.")
        default: findings.add(Self.topic, "Entries \(previous + 1) to \(sequence - 1) are missing from the journal.")
        }
    }

    /// Checks columns that repeat a field or allow only a canonical form.
    private mutating func checkColumns(_ row: Row, _ kept: StoredEntry) {
        let subject = kept.entry.payload.subject(by: kept.maker)
        let expected: [(String, Identifier?)] = [
            ("id", kept.entry.id), ("device", kept.entry.device), ("maker", kept.maker),
            ("class", subject.classID), ("course", subject.course), ("person", subject.person),
        ]
        for (column, identifier) in expected {
            let (found, right) = (row[column] ?? .null, identifier.sqlValue)
            guard !found.isExactly(right) else { continue }
            findings.add(
                Self.topic, "\(Self.title(row)) has in the column \(column) \(found.words) instead of \(right.words).")
        }
    }

    /// Copies the picture that an entry refers to, without its bytes.
    private mutating func copyPicture(_ kept: StoredEntry, from book: any Connection, to copy: any Connection) throws {
        guard case .roster(.pictured(let pictured)) = kept.entry.payload, case .stored(let hash) = pictured.picture
        else { return }
        var isThere = false
        try findings.attempt(ContentChecks.pictures, on: book) { _ in
            isThere = try book.first("SELECT hash FROM picture WHERE hash = $1", hash) != nil
        }
        guard isThere else { return }
        try copy.run(
            "INSERT INTO picture (hash, media_type, bytes) VALUES ($1, 'image/png', $2) ON CONFLICT (hash) DO NOTHING",
            hash, SQLValue.bytes([0]))
    }

    private static func length(_ book: any Connection) throws -> Int {
        Int(try book.first("SELECT MAX(sequence) AS last FROM entry")?.optionalInteger("last") ?? 0)
    }

    private static func reason(_ error: any Error) -> String {
        if case Stop.broken(let problems) = error { return describe(Problem.invalid(problems)) }
        return describe(error)
    }

    /// Title of an entry: "Entry 120 (person.added)".
    private static func title(_ row: Row) -> String {
        "Entry \((row["sequence"] ?? .null).words) (\((row["kind"] ?? .null).words))"
    }

    private static func title(_ entry: ReplayedEntry) -> String {
        "Entry \(entry.sequence) (\(entry.stored.entry.kind.name))"
    }
}
