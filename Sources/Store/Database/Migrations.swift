import Classroom

/// Schema as a list of migrations. Released migrations never change; new migrations are appended.
struct Migrations {
    let database: any Database

    /// Table of the applied migrations.
    static let ownTable = "CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, at BIGINT NOT NULL)"

    /// Statements of each migration.
    static func steps(_ types: ColumnTypes) -> [[String]] {
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
        let steps = Self.steps(database.types)
        for (index, statements) in steps.enumerated() {
            try await database.write { connection in
                let done = try connection.first("SELECT MAX(version) AS version FROM migration")
                let version = try done?.optionalInteger("version") ?? 0
                guard version <= steps.count else { throw NewerBook(version: version) }
                guard version == index else { return }
                for statement in statements { try connection.run(statement) }
                try connection.run("INSERT INTO migration (version, at) VALUES ($1, $2)", index + 1, now)
            }
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
