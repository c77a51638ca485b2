/// Check that a book may be moved to a database: the target must be empty or hold the beginning of the same book. Reads
/// only.
struct TargetCheck {
    let source: any Database
    let target: any Database
    let listener: ProgressListener

    /// Whether the target seems complete; throws `RefusedMove` if it holds anything else.
    func isWhole() async throws -> Bool {
        guard try await version(of: source) == Int64(Migrations.newest) else {
            throw RefusedMove(
                "The source was last opened by an older Shala. `shala serve` brings it up to date; stop it again before the "
                    + "book is moved.")
        }
        let foreign = try await target.tables().filter { !BookTable.names.contains($0) }
        if !foreign.isEmpty {
            throw RefusedMove("The target holds tables that are not Shala’s: \(foreign.joined(separator: ", ")).")
        }
        switch try await version(of: target) {
        case 0: return false
        case Int64(Migrations.newest): break
        default:
            // State after an interruption between two migrations.
            if try await hasNoRows() { return false }
            throw RefusedMove("The target holds a book of an older Shala. Name an empty database.")
        }
        let length = try await checkJournal()
        try await checkOthers(isEmpty: length == 0)
        return try await length == source.lastSequence()
    }

    /// Schema version; 0 for none.
    private func version(of database: any Database) async throws -> Int64 {
        guard try await database.tables().contains("migration") else { return 0 }
        let version = try await database.read { connection in
            try connection.first("SELECT MAX(version) AS version FROM migration")?.optionalInteger("version") ?? 0
        }
        if version > Migrations.newest { throw NewerBook(version: version) }
        return version
    }

    /// Whether all existing tables of the target are empty.
    private func hasNoRows() async throws -> Bool {
        let names = try await target.tables()
        return try await target.read { connection in
            try BookTable.all.filter { names.contains($0.name) }.allSatisfy { try $0.count(on: connection) == 0 }
        }
    }

    /// Checks that the target's entries are the first entries of the source.
    private func checkJournal() async throws -> Int64 {
        let length = try await target.lastSequence()
        if try await source.lastSequence() < length {
            throw RefusedMove(
                "The journal of the target is longer than the source’s. It holds another book, or a newer state of "
                    + "this one; are --from and --to swapped?")
        }
        listener(WorkProgress("Comparing the journals"))
        let theirs = try await target.read { try TableDigest(.entry, on: $0) }
        let ours = try await source.read { try TableDigest(.entry, on: $0, most: theirs.count) }
        guard ours == theirs else {
            throw RefusedMove("The target holds another book: its journal does not start like the source’s.")
        }
        return length
    }

    /// Checks that rows not derived from the journal are in the source too.
    private func checkOthers(isEmpty: Bool) async throws {
        for table in BookTable.all {
            switch table.origin {
            case .journal: continue
            case .derived:
                guard isEmpty, try await target.read({ try table.count(on: $0) }) > 0 else { continue }
                throw RefusedMove("The target has no journal, but has rows in \(table.title). Name an empty database.")
            case .referredTo, .beside: try await checkRows(of: table)
            }
        }
    }

    private func checkRows(of table: BookTable) async throws {
        var last: Row?
        while true {
            let rows = try await target.part(of: table, after: last)
            if rows.isEmpty { return }
            let isThere = try await source.read { connection in
                try rows.allSatisfy { try table.row(like: $0, on: connection)?.isExactly($0) == true }
            }
            guard isThere else {
                throw RefusedMove(
                    "The target has rows in \(table.title) that the source does not have. It holds another book, or "
                        + "has been in use; to start over, empty it.")
            }
            last = rows.last
        }
    }
}

extension Database {
    func lastSequence() async throws -> Int64 {
        try await read { connection in
            try connection.first("SELECT MAX(sequence) AS last FROM entry")?.optionalInteger("last") ?? 0
        }
    }

    func part(of table: BookTable, after row: Row?, most: Int? = nil) async throws -> [Row] {
        try await read { try table.part(after: row, on: $0, most: most) }
    }

    /// Row with the greatest key, if any.
    func lastRow(of table: BookTable) async throws -> Row? {
        let order = table.key.map { $0 + " DESC" }.joined(separator: ", ")
        return try await read { try $0.first("SELECT * FROM \(table.name) ORDER BY \(order) LIMIT 1") }
    }
}

extension BookTable {
    /// Inserts a row of another book, unless its key exists.
    func insert(_ row: Row, on connection: any Connection) throws {
        let names = row.names
        let places = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        try connection.run(
            """
            INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(places))
            ON CONFLICT (\(key.joined(separator: ", "))) DO NOTHING
            """, values: values(of: names, in: row))
    }
}
