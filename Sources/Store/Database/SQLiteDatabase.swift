import Classroom
import Foundation
import GRDB

/// Book in an SQLite file, accessed through GRDB.
public struct SQLiteDatabase: Database {
    let pool: DatabasePool
    public let engine: String
    public var types: ColumnTypes { Self.types }
    static let types = ColumnTypes(sequence: "INTEGER", key: "TEXT", bytes: "BLOB")

    /// Opens or creates the file.
    ///
    /// WAL mode with `synchronous = FULL`: a commit is on disk when it returns
    /// (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
    public init(path: String) throws {
        pool = try DatabasePool(path: path, configuration: Self.configuration)
        // After opening the pool, since GRDB sets NORMAL then.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        engine = try Self.name(pool)
    }

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
        configuration.maximumReaderCount = 8
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        return configuration
    }

    private static func name(_ pool: DatabasePool) throws -> String {
        "SQLite " + (try pool.read { try String.fetchOne($0, sql: "SELECT sqlite_version()") } ?? "")
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await Self.reaching { try await pool.read { try body(SQLiteConnection(database: $0)) } }
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
        try await Self.reaching { try await pool.write { try body(SQLiteConnection(database: $0)) } }
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

    func rows(_ sql: String, values: [SQLValue]) throws -> [Row] {
        let statement = try prepared(sql, values)
        let names = statement.columnNames
        let columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        let cursor = try GRDB.Row.fetchCursor(statement)
        var rows: [Row] = []
        while let row = try cursor.next() {
            rows.append(Row(columns: columns, values: row.databaseValues.map(SQLValue.init)))
        }
        return rows
    }

    func run(_ sql: String, values: [SQLValue]) throws -> Int {
        try prepared(sql, values).execute()
        return database.changesCount
    }

    var rowsAtOnce: Int { 1 }

    /// Does nothing: another process with the same file open detects changes by itself.
    func announce(_ sequence: Int64) {}

    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        try database.inSavepoint {
            value = try body()
            return .commit
        }
        guard let value else { throw DatabaseError(message: "A savepoint returned no value.") }
        return value
    }

    /// Prepares a statement with its values in order of first use, since SQLite numbers parameters such as `$2` that
    /// way.
    private func prepared(_ sql: String, _ values: [SQLValue]) throws -> Statement {
        let statement = try database.cachedStatement(sql: sql)
        let ordered = try Self.order(of: sql).map { number in
            guard values.indices.contains(number - 1) else {
                throw DatabaseError(message: "No value for $\(number)", sql: sql)
            }
            return values[number - 1].databaseValue
        }
        try statement.setArguments(StatementArguments(ordered))
        return statement
    }

    /// Placeholder numbers in order of first use.
    static func order(of sql: String) -> [Int] {
        var order: [Int] = []
        var number: Int?
        for byte in sql.utf8 {
            if let digit = number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                number = digit * 10 + Int(byte - UInt8(ascii: "0"))
                continue
            }
            if let number, !order.contains(number) { order.append(number) }
            number = byte == UInt8(ascii: "$") ? 0 : nil
        }
        if let number, !order.contains(number) { order.append(number) }
        return order
    }
}

extension SQLValue {
    init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let integer): self = .integer(integer)
        case .double(let real): self = .real(real)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .bytes(Array(data))
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let real): real.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }
}
