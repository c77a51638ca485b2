import GRDB

@testable import Store

extension SQLiteDatabase {
    /// Runs statements while nobody looks after the foreign keys.
    func runWithoutForeignKeys(_ statements: [String]) async throws {
        try await pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            for statement in statements { try database.execute(sql: statement) }
            try database.execute(sql: "PRAGMA foreign_keys = ON")
        }
    }
}
