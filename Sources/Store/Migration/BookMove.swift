import Classroom

/// Moves a book to another database, of the same engine or the other: entry by entry by the same rules that brought
/// them into the journal, and the tables that do not follow from it.
///
/// It may be interrupted at any moment and started again, as long as the source is the same book.
public struct BookMove: Sendable {
    /// What has become of it.
    public struct Report: Sendable {
        /// The tables of the source and of the target, in the same order.
        public let source: [TableDigest]
        public let target: [TableDigest]
        /// The target held everything before, and nothing was changed.
        public let wasComplete: Bool
        /// How many entries were written into the source meanwhile: it is not at rest.
        public let grown: Int

        /// Whether the target holds the same as the source.
        public var isSame: Bool { source == target }

        /// Whether they differ only where the source's tables did not follow from its journal, as the target's do.
        public var differsOnlyInDerived: Bool {
            let derived = BookTable.all(.derived).map(\.name)
            return !isSame && zip(source, target).allSatisfy { $0 == $1 || derived.contains($0.table) }
        }
    }

    let source: any Database
    let target: any Database
    /// How many entries are moved in one transaction. The more, the fewer times pages are written that many change.
    var entriesAtOnce = 2000
    let listener: ProgressListener

    /// Moves the book at one address to another, which is made if there is nothing.
    ///
    /// Throws what can be said to people, before anything is written, if there is no book to be moved or if the
    /// target holds something else than the beginning of the same book.
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

    /// Copies what is not there yet, and compares.
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

    /// What there is to say if nothing is left to be done. Only reads.
    private func reportIfComplete() async throws -> Report? {
        guard try await TargetCheck(source: source, target: target, listener: listener).isWhole() else { return nil }
        let report = try await compare()
        return report.isSame ? report : nil
    }

    private func copyJournal(of length: Int64) async throws {
        var last = try await target.lastRow(of: .entry)
        while true {
            let rows = try await source.part(of: .entry, after: last, most: entriesAtOnce)
            if rows.isEmpty { return }
            try await target.write { connection in
                for row in rows { try Self.record(row, on: connection) }
            }
            last = rows.last
            let done = Int(try last?.integer("sequence") ?? 0)
            listener(WorkProgress("Moving the journal", done, of: max(Int(length), done)))
        }
    }

    private static func record(_ row: Row, on connection: any Connection) throws {
        let sequence = try row.integer("sequence")
        do {
            _ = try StoredEntry(row).record(on: connection, at: sequence)
        } catch {
            switch error {
            case Problem.invalid, is UnreadableEntry:
                throw RefusedMove(
                    "Entry \(sequence) of the source cannot be applied: \(describe(error)). "
                        + "`shala doctor` says more of it. The entries before it have been moved.")
            default: throw error
            }
        }
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

/// The book is not moved, and why.
public struct RefusedMove: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Closes a database after what is done with it, whatever comes of that.
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
