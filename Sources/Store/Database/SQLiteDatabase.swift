import CSQLite
import Classroom
import Foundation
import GRDB

/// Book in an SQLite file, accessed through GRDB.
public struct SQLiteDatabase: Database {
    let pool: DatabasePool
    private let readers = Lanes("shala.sqlite", most: SQLiteDatabase.mostReaders)
    private static let mostReaders = 8
    public let engine: String
    public var types: ColumnTypes { Self.types }
    static let types = ColumnTypes(
        sequence: "INTEGER", identifier: "BLOB", key: "TEXT", bytes: "BLOB", isKeyOnly: "WITHOUT ROWID",
        placeOfText: "INSTR",
        identifierText: { column in
            let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(hex(\(column)), \($0), \($1))" }
            return "lower(\(parts.joined(separator: " || '-' || ")))"
        },
        namedParts: """
            SELECT name, tbl_name AS relation, 0 AS is_constraint FROM sqlite_master
            WHERE type = 'index' AND sql IS NOT NULL
            """)

    /// Opens or creates the file.
    ///
    /// WAL mode with `synchronous = FULL`: a commit is on disk when it returns
    /// (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
    public init(path: String) throws {
        Self.countNoMemory
        pool = try DatabasePool(path: path, configuration: Self.configuration)
        // After opening the pool, since GRDB sets NORMAL then.
        try pool.writeWithoutTransaction { try $0.execute(sql: Self.settingsOfWriter) }
        engine = try Self.name(pool)
    }

    /// SQLite would count its memory under a lock, for figures that nobody asks for. To be told before its first use
    /// (<https://www.sqlite.org/malloc.html#memory_allocation_statistics>).
    private static let countNoMemory: Void = shala_count_no_memory()

    /// Pages that a busy hour changes again and again stay in 32 MB of memory, and go from the log to the file once in
    /// 8,000 pages instead of 1,000.
    private static let settingsOfWriter = """
        PRAGMA synchronous = FULL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 8000
        """

    /// Opens an existing file read-only, without changing even its journal mode.
    init(reading path: String) throws {
        var configuration = Self.configuration
        configuration.readonly = true
        pool = try DatabasePool(path: path, configuration: configuration)
        engine = try Self.name(pool)
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = mostReaders
        // A search of a large book goes through more than the usual 2 MB of pages, and each would be copied again.
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192")
        }
        return configuration
    }

    private static func name(_ pool: DatabasePool) throws -> String {
        "SQLite " + (try pool.read { try String.fetchOne($0, sql: "SELECT sqlite_version()") } ?? "")
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        // One thread there and back; GRDB's own asynchronous reads take two.
        try await Self.reaching {
            try await readers.run { try pool.unsafeRead { try SQLiteConnection(database: $0).snapshot(body) } }
        }
    }

    public func rows(_ sql: String, values: [SQLValue]) async throws -> [Row] {
        try await Self.reaching {
            try await readers.run {
                try pool.unsafeRead { try SQLiteStatement(sql, on: $0).rows(values, inTransaction: false) }
            }
        }
    }

    public func onAppendElsewhere(_ listener: @escaping @Sendable () -> Void) {}

    /// Checkpoints the write-ahead log before closing: GRDB closes its writer first, and a read-only connection closed
    /// last leaves the log as it is.
    public func close() throws {
        if !pool.configuration.readonly {
            do {
                _ = try pool.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA busy_timeout = 0")
                    return try database.checkpoint(.truncate)
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // Another process uses the book, and will checkpoint when it closes.
            }
        }
        try pool.close()
    }

    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await Self.reaching { try writeHere(body) }
    }

    /// Writes on the thread of the caller, which is the writer's own: see `GroupCommit`.
    private func writeHere<Value>(_ body: (any Connection) throws -> Value) throws -> Value {
        try pool.writeWithoutTransaction { try SQLiteConnection(database: $0).transaction(body) }
    }

    /// Says in words that the file cannot be used now; the next time it may be.
    private static func reaching<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_NOMEM:
                throw Problem.unavailable(
                    "The book cannot be written or read right now: the disk may be full. Nothing was changed.")
            default: throw error
            }
        }
    }
}

struct SQLiteConnection: Connection {
    let database: GRDB.Database
    private let latest = LatestStatement()

    /// The statement that ran last, since the rows of one table follow each other.
    private final class LatestStatement {
        var sql = ""
        var statement: SQLiteStatement?
    }

    func rows(_ sql: String, values: [SQLValue]) throws -> [Row] {
        try statement(sql).rows(values)
    }

    func run(_ sql: String, values: [SQLValue]) throws -> Int {
        if values.isEmpty {
            // The schema changes by such statements, of which GRDB has to know.
            latest.statement = nil
            try database.execute(sql: sql)
        } else {
            try statement(sql).run(values)
        }
        return database.changesCount
    }

    /// A write transaction is alone (<https://www.sqlite.org/pragma.html#pragma_data_version>).
    func state() throws -> BookState? {
        let row = try SQLiteStatement("PRAGMA data_version", on: database).rows([]).first
        guard case .integer(let version)? = row?.values.first else { return nil }
        return BookState(version: version, changes: database.totalChangesCount)
    }

    /// Does nothing: another process with the same file open detects changes by itself.
    func announce(_ sequence: Int64) {}

    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try step("SAVEPOINT part")
        let value: Value
        do { value = try body() } catch {
            // SQLite rolls a transaction back by itself after some errors, and the savepoint with it.
            if database.isInsideTransaction {
                try step("ROLLBACK TO part")
                try step("RELEASE part")
            }
            throw error
        }
        try step("RELEASE part")
        return value
    }

    /// Runs `body` in a write transaction.
    fileprivate func transaction<Value>(_ body: (any Connection) throws -> Value) throws -> Value {
        try step("BEGIN IMMEDIATE", inTransaction: false)
        do {
            let value = try body(self)
            try step("COMMIT")
            return value
        } catch {
            if database.isInsideTransaction { try step("ROLLBACK") }
            throw error
        }
    }

    /// Runs `body` in a read transaction.
    fileprivate func snapshot<Value>(_ body: (any Connection) throws -> Value) throws -> Value {
        try step("BEGIN DEFERRED", inTransaction: false)
        let value: Value
        do { value = try body(self) } catch {
            if database.isInsideTransaction { try step("ROLLBACK") }
            throw error
        }
        do { try step("COMMIT") } catch {
            // Even this may fail on a damaged file. What was read stays as good as it is.
            if database.isInsideTransaction { try step("ROLLBACK") }
        }
        return value
    }

    private func statement(_ sql: String) throws -> SQLiteStatement {
        if let statement = latest.statement, latest.sql == sql { return statement }
        let statement = try SQLiteStatement(sql, on: database)
        (latest.sql, latest.statement) = (sql, statement)
        return statement
    }

    private func step(_ sql: String, inTransaction: Bool = true) throws {
        try SQLiteStatement(sql, on: database).run([], inTransaction: inTransaction)
    }
}
