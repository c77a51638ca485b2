import GRDB

/// SQLite's checks of its own file.
extension SQLiteDatabase {
    public func tables() async throws -> [String] {
        try await read { connection in
            try connection.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name"
            ).map { try $0.text("name") }
        }
    }

    public func integrityFindings() async throws -> [String] {
        let findings: [String]
        do {
            findings = try await read { connection in
                try connection.rows("PRAGMA integrity_check(20)").map { try $0.text("integrity_check") }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            // Too damaged even for the check itself.
            findings = [describe(error)]
        }
        return findings.filter { $0 != "ok" }
            .map { "SQLite finds the file damaged: \($0.replacing("\n", with: " "))." }
    }

    public func schemaFindings() async throws -> [String] {
        let scratch = try ScratchBook()
        return try await read { connection in
            try scratch.read { try BookSchema(ofSQLite: connection).findings(against: BookSchema(ofSQLite: $0)) }
        }
    }
}

extension BookSchema {
    fileprivate init(ofSQLite connection: any Connection) throws {
        let rows = try connection.rows(
            "SELECT type, name, sql FROM sqlite_master WHERE substr(name, 1, 7) <> 'sqlite_'")
        for row in rows {
            let (type, name) = try (row.text("type"), row.text("name"))
            // Ignores differences in white space.
            let words = (try row.optionalText("sql") ?? "").split(whereSeparator: \.isWhitespace)
            parts["\(type) \(name)"] = Part(
                declaration: words.joined(separator: " "),
                columns: type == "table" ? try Self.columns(of: name, connection) : [:])
        }
    }

    private static func columns(of table: String, _ connection: any Connection) throws -> [String: String] {
        let rows = try connection.rows("SELECT * FROM pragma_table_xinfo($1)", table)
        return Dictionary(
            try rows.map { row in
                let traits = ["type", "notnull", "dflt_value", "pk", "hidden"].map { (row[$0] ?? .null).words }
                return (try row.text("name"), traits.joined(separator: " "))
            }, uniquingKeysWith: { first, _ in first })
    }
}
