import Classroom
import Foundation
import GRDB

/// The book in one file, by SQLite through GRDB.
public struct SQLiteDatabase: Database {
    let pool: DatabasePool
    public let engine: String
    public var types: ColumnTypes { Self.types }
    static let types = ColumnTypes(sequence: "INTEGER", key: "TEXT", bytes: "BLOB")

    /// Opens the file, or makes it.
    ///
    /// WAL with `synchronous = FULL`: a commit is on the disk when it returns
    /// (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
    public init(path: String) throws {
        pool = try DatabasePool(path: path, configuration: Self.configuration)
        // After the pool has been opened, since that is when GRDB chooses NORMAL.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        engine = try Self.name(pool)
    }

    /// Opens a file that is there, only to read: nothing in it is changed, not even its journal mode.
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

    /// Before that, brings everything into the one file: GRDB closes the connection that writes first, and a
    /// connection that only reads, closed last, leaves the write-ahead log as it is.
    public func close() throws {
        if !pool.configuration.readonly {
            do {
                _ = try pool.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA busy_timeout = 0")
                    return try database.checkpoint(.truncate)
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // Another process uses the book, and will do this.
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

    /// Another process that keeps the same file open looks for itself.
    func announce(_ sequence: Int64) {}

    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        try database.inSavepoint {
            value = try body()
            return .commit
        }
        guard let value else { throw DatabaseError(message: "A savepoint gave no value.") }
        return value
    }

    /// SQLite numbers a parameter such as `$2` by where it first stands, so the values are put in that order.
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

    /// The numbers of the placeholders in the order of their first standing.
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
