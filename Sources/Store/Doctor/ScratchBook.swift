import Classroom
import GRDB

/// An empty book of today's schema, to apply a journal to.
///
/// It lies in a file that SQLite takes out of its folder as soon as it has made it
/// (<https://www.sqlite.org/inmemorydb.html#temp_db>): it takes little memory however large it grows, and nothing of
/// it is left behind, whatever happens.
final class ScratchBook: Sendable {
    private let queue: DatabaseQueue

    init() throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -32768")
            // What a transaction or a savepoint would take back is small, and noted for each entry: not in a file.
            try database.execute(sql: "PRAGMA journal_mode = MEMORY")
        }
        queue = try DatabaseQueue(path: "", configuration: configuration)
        try queue.write { database in
            let connection = SQLiteConnection(database: database)
            _ = try connection.run(Migrations.ownTable, values: [])
            for statement in Migrations.steps(SQLiteDatabase.types).joined() {
                _ = try connection.run(statement, values: [])
            }
        }
    }

    /// Waits for the answer on the thread that asks, so that this book can be written while another is being read.
    func read<Value>(_ body: (any Connection) throws -> Value) throws -> Value {
        try queue.read { try body(SQLiteConnection(database: $0)) }
    }

    /// Takes the next part of a journal, or nothing of it if `body` throws.
    ///
    /// - Parameter start: how many entries it has taken before. If it has taken more, somebody began to read anew in
    ///   the middle, as an engine does whose connection was cut.
    func write(from start: Int, to end: Int, _ body: (any Connection) throws -> Void) throws {
        try queue.write { database in
            guard try Int.fetchOne(database, sql: "PRAGMA user_version") == start else {
                throw Problem.unavailable("The connection to the book was cut. Please run this again.")
            }
            do {
                try body(SQLiteConnection(database: database))
                try database.execute(sql: "PRAGMA user_version = \(end)")
            } catch let error as DatabaseError {
                throw ScratchFailure(error)
            }
        }
    }
}

/// The doctor's own book cannot be kept, which is no finding about the book looked at.
struct ScratchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        description = "The doctor needs room for a copy of the book in the temporary folder: \(describe(error))."
    }
}
