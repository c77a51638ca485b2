import Classroom

/// PostgreSQL's checks of its own database.
extension PostgresDatabase {
    /// Names of tables, except those that belong to extensions.
    public func tables() async throws -> [String] {
        try await read { connection in
            try connection.rows(
                """
                SELECT relname AS name FROM pg_class
                WHERE relkind IN ('r', 'p', 'f') AND \(PostgresCatalogue.isOurs) ORDER BY relname COLLATE "C"
                """
            ).map { try $0.text("name") }
        }
    }

    /// Checksum failures, if the server keeps checksums; invalid indexes; and the findings of the extension amcheck in
    /// the indexes, where the database owner has installed it and this user may call it.
    public func integrityFindings() async throws -> [String] {
        try await read { connection in
            let lost = try connection.first(
                "SELECT checksum_failures AS number FROM pg_stat_database WHERE datname = current_database()")
            let pages = try lost?.optionalInteger("number") ?? 0
            let indexes = try connection.rows(PostgresCatalogue.indexes)
            let invalid = try indexes.filter { try $0.integer("valid") == 0 }.map { try $0.text("name") }
            var findings = invalid.map { "PostgreSQL has not completed the index \($0), or has abandoned it." }
            if pages > 0 {
                findings.append("PostgreSQL has found \(counted(Int(pages), "page", "pages")) of the database damaged.")
            }
            return findings + (try Self.amcheck(indexes, connection))
        }
    }

    private static func amcheck(_ indexes: [Row], _ connection: any Connection) throws -> [String] {
        let row = try connection.first(
            """
            SELECT COALESCE(has_function_privilege(to_regprocedure('bt_index_check(regclass)'), 'EXECUTE'), false)::int
            AS allowed
            """)
        guard try row?.integer("allowed") == 1 else { return [] }
        return try indexes.compactMap { index in
            guard try index.integer("valid") == 1 else { return nil }
            do {
                try connection.savepoint {
                    _ = try connection.rows("SELECT bt_index_check($1::bigint::oid)::text", index.integer("id"))
                }
                return nil
            } catch let failure as PostgresFailure where failure.remedy == .none {
                return "PostgreSQL finds the index \(try index.text("name")) damaged: \(failure.message)."
            }
        }
    }

    /// Compares with temporary tables made for the purpose, in a transaction that is rolled back.
    public func schemaFindings() async throws -> [String] {
        let statements = Migrations.schema(types)
        return try await Self.reaching { [readers] in
            try await readers.with { link in
                try link.command("BEGIN ISOLATION LEVEL REPEATABLE READ")
                defer { link.rollBack() }
                let found = try BookSchema(ofPostgres: link)
                // Objects created without a schema name go to the first schema of the path.
                try link.command("SET LOCAL search_path = pg_temp")
                for statement in statements { try link.command(statement) }
                return try found.findings(against: BookSchema(ofPostgres: link))
            }
        }
    }

    public func backUp(to path: String, progress: @escaping ProgressListener) async throws {
        throw PgDumpAdvice(address, path: path)
    }
}

extension BookSchema {
    fileprivate init(ofPostgres link: PostgresLink) throws {
        for statement in PostgresCatalogue.parts {
            for row in try link.run(statement, []).rows {
                let declaration = try row.text("declaration")
                parts[try row.text("title")] = Part(declaration: declaration)
            }
        }
        for row in try link.run(PostgresCatalogue.columns, []).rows {
            parts["table " + (try row.text("relation"))]?.columns[try row.text("name")] = try row.text("declaration")
        }
    }
}
