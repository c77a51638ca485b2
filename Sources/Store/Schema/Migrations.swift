import Classroom

/// Schema as a list of migrations. Released migrations never change; new migrations are appended.
struct Migrations {
    let database: any Database
    var listener: ProgressListener = { _ in }

    /// Table of the applied migrations.
    static let ownTable = "CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, at BIGINT NOT NULL)"

    /// Version of the schema after all migrations.
    static let newest = LaterSchema.version

    /// Statements that make the newest schema in an empty database.
    static func schema(_ types: ColumnTypes) -> [String] {
        [ownTable] + BaseSchema.statements(types) + LaterSchema.migrations(types).flatMap { $0 }
    }

    /// Statements of each migration before `BaseSchema`.
    static func older(_ types: ColumnTypes) -> [[String]] {
        [
            Schema.version1(types), Schema.version2(types), Schema.version3(types), Schema.version4(types),
            Schema.version5(types), Schema.version6(types), Schema.version7(types), Schema.version8(types),
            Schema.version9(types), Schema.version10(types), Schema.version11(types), Schema.version12(types),
            Schema.version13(types), Schema.version14(types), Schema.version15(types),
        ]
    }

    /// Applies pending migrations, each in its own transaction.
    func run(now: Instant) async throws {
        try await database.write { _ = try $0.run(Self.ownTable) }
        try await step(from: 0, to: BaseSchema.version, now) { connection in
            for statement in BaseSchema.statements(database.types) { try connection.run(statement) }
        }
        try await steps(Self.older(database.types), from: 0, now)
        try await step(from: BaseSchema.version - 1, to: BaseSchema.version, now) { [listener] connection in
            try TextBook(connection, database.types, listener).bringOver()
        }
        try await steps(LaterSchema.migrations(database.types), from: BaseSchema.version, now)
    }

    private func steps(_ migrations: [[String]], from start: Int, _ now: Instant) async throws {
        for (version, statements) in zip(start..., migrations) {
            try await step(from: version, to: version + 1, now) { [listener] connection in
                for (done, statement) in statements.enumerated() {
                    listener(WorkProgress("Bringing the book to schema \(version + 1)", done, of: statements.count))
                    try connection.run(statement)
                }
                try LaterSchema.deeds[Int64(version + 1)]?(connection)
            }
        }
    }

    private func step(
        from start: Int, to end: Int, _ now: Instant, _ body: @escaping @Sendable (any Connection) throws -> Void
    ) async throws {
        try await database.write { connection in
            let done = try connection.first("SELECT MAX(version) AS version FROM migration")
            let version = try done?.optionalInteger("version") ?? 0
            guard version <= Self.newest else { throw NewerBook(version: version) }
            guard version == start else { return }
            try body(connection)
            try connection.run("INSERT INTO migration (version, at) VALUES ($1, $2)", end, now)
        }
    }
}

/// Error for a book that a newer version of the program has opened.
public struct NewerBook: Error, CustomStringConvertible {
    let version: Int64
    public var description: String {
        "This book was opened by a newer Shala (schema \(version)). Please run that version or a later one."
    }
}
