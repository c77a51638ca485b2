import Classroom
import GRDB

/// Empty book with the current schema, on which a journal is replayed.
///
/// SQLite unlinks its file as soon as it is created (<https://www.sqlite.org/inmemorydb.html#temp_db>): the book uses
/// little memory at any size and leaves nothing behind, whatever happens.
final class ScratchBook: Sendable {
    private let queue: DatabaseQueue

    init() throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -32768")
            // Rollback data is small and needed for each entry, so it is kept in memory.
            try database.execute(sql: "PRAGMA journal_mode = MEMORY")
        }
        queue = try DatabaseQueue(path: "", configuration: configuration)
        try queue.write { database in
            let connection = SQLiteConnection(database: database)
            for statement in Migrations.schema(SQLiteDatabase.types) {
                _ = try connection.run(statement, values: [])
            }
        }
    }

    /// Reads on the calling thread, so that this book can be written while another is being read.
    func read<Value>(_ body: (any Connection) throws -> Value) throws -> Value {
        try queue.read { try body(SQLiteConnection(database: $0)) }
    }

    /// Applies a batch of the journal; applies nothing if `body` throws.
    ///
    /// - Parameter start: number of entries applied before. A larger number here means that the reader has restarted,
    ///   as an engine does after losing its connection; the batch then starts over.
    func write(from start: Int, to end: Int, _ body: (any Connection) throws -> Void) throws {
        try queue.write { database in
            guard try Int.fetchOne(database, sql: "PRAGMA user_version") == start else {
                throw Problem.unavailable("The connection to the book was lost. Please run this again.")
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

/// Failure to keep the scratch book, which says nothing about the book examined.
struct ScratchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        description = "The doctor needs space for a copy of the book in the temporary folder: \(describe(error))."
    }
}
