import Classroom

/// Move of a book to another database, of either engine: each entry by the same rules that admitted it, then the tables
/// not derived from the journal.
///
/// A move may be interrupted at any moment and restarted, as long as the source is the same book.
public struct BookMove: Sendable {
    /// Result of a move.
    public struct Report: Sendable {
        /// Digests of the source's and the target's tables, in the same order.
        public let source: [TableDigest]
        public let target: [TableDigest]
        /// Whether the target was complete before, so that nothing changed.
        public let wasComplete: Bool
        /// Number of entries written to the source during the move: it is still in use.
        public let grown: Int

        /// Whether source and target hold the same data.
        public var isSame: Bool { source == target }

        /// Whether they differ only in tables that, in the source, did not match the journal.
        public var differsOnlyInDerived: Bool {
            let derived = BookTable.all(.derived).map(\.name)
            return !isSame && zip(source, target).allSatisfy { $0 == $1 || derived.contains($0.table) }
        }
    }

    let source: any Database
    let target: any Database
    /// Entries per transaction. Larger transactions write frequently changed pages fewer times.
    var entriesAtOnce = 2000
    let listener: ProgressListener

    /// Moves the book at one address to another, creating the target if absent.
    ///
    /// Throws an error readable by people, before writing anything, if there is no book to move or the target holds
    /// anything but the beginning of the same book.
    public static func run(
        from sourceAddress: String, to targetAddress: String, now: Instant = .now, listener: @escaping ProgressListener
    ) async throws -> Report {
        let (from, to) = try (BookAddress(sourceAddress), BookAddress(targetAddress))
        guard from != to else { throw RefusedMove("The book is at \(from.words) already.") }
        let source = try await from.openBook()
        return try await closing(source) {
            if let there = try await to.openToRead() {
                let report = try await closing(there) {
                    try await BookMove(source: source, target: there, listener: listener).reportIfComplete()
                }
                if let report { return report }
            }
            let target = try await to.open()
            return try await closing(target) {
                try await BookMove(source: source, target: target, listener: listener).run(now: now)
            }
        }
    }

    /// Copies whatever is missing, and compares.
    func run(now: Instant) async throws -> Report {
        if let report = try await reportIfComplete() { return report }
        let first = try await source.lastSequence()
        try await Migrations(database: target).run(now: now)
        for table in BookTable.all(.referredTo) { try await copyRows(of: table) }
        try await copyJournal(of: first)
        for table in BookTable.all(.beside) { try await copyRows(of: table) }
        let report = try await compare()
        let last = try await source.lastSequence()
        return Report(source: report.source, target: report.target, wasComplete: false, grown: Int(last - first))
    }

    /// Report if nothing is left to do. Reads only.
    private func reportIfComplete() async throws -> Report? {
        guard try await TargetCheck(source: source, target: target, listener: listener).isWhole() else { return nil }
        let report = try await compare()
        return report.isSame ? report : nil
    }

    private func copyJournal(of length: Int64) async throws {
        var last = try await target.lastRow(of: .entry)
        let lastUntimed = try await source.read { try $0.lastUntimed() }
        while true {
            let rows = try await source.part(of: .entry, after: last, most: entriesAtOnce)
            if rows.isEmpty { return }
            try await target.write { connection in
                try Self.record(rows, lastUntimed, on: connection)
            }
            last = rows.last
            let done = Int(try last?.integer("sequence") ?? 0)
            listener(WorkProgress("Moving the journal", done, of: max(Int(length), done)))
        }
    }

    /// - Parameter lastUntimed: number of the last entry whose facts are not judged by their time.
    private static func record(_ rows: [Row], _ lastUntimed: Int64, on connection: any Connection) throws {
        var entries: [ReplayedEntry] = []
        for row in rows {
            let sequence = try row.integer("sequence")
            do {
                entries.append(
                    ReplayedEntry(
                        stored: try StoredEntry(row), sequence: sequence, isTimed: sequence > lastUntimed))
            } catch let error as UnreadableEntry {
                throw RefusedMove(entry: sequence, error)
            }
        }
        let refused = try connection.replay(entries)
        guard let first = refused.min(by: { $0.key < $1.key }) else { return }
        guard case Stop.broken(let problems) = first.value else { throw first.value }
        throw RefusedMove(entry: first.key, Problem.invalid(problems))
    }

    private func copyRows(of table: BookTable) async throws {
        var (last, done): (Row?, Int) = (nil, 0)
        let total = try await source.read { try table.count(on: $0) }
        while true {
            let rows = try await source.part(of: table, after: last)
            guard let newest = rows.last else { return }
            try await target.write { connection in
                for row in rows { try table.insert(row, on: connection) }
            }
            last = newest
            done += rows.count
            listener(WorkProgress("Moving \(table.title)", done, of: max(total, done)))
        }
    }

    private func compare() async throws -> Report {
        Report(
            source: try await source.digests(listener), target: try await target.digests(listener),
            wasComplete: true, grown: 0)
    }
}

/// Error for a move that was refused, with the reason.
public struct RefusedMove: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    fileprivate init(entry: Int64, _ error: any Error) {
        self.init(
            "Entry \(entry) of the source cannot be applied: \(describe(error)). "
                + "Run `shala doctor` for details. The entries before it have been moved.")
    }
}

/// Runs `body`, then closes the database in any case.
private func closing<Value: Sendable>(
    _ database: any Database, _ body: () async throws -> Value
) async throws -> Value {
    let value: Value
    do {
        value = try await body()
    } catch {
        try await database.close()
        throw error
    }
    try await database.close()
    return value
}
