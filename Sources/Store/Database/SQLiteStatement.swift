import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Statement that SQLite has compiled, to be run with one list of values after the other.
///
/// Values and rows pass straight through SQLite's C interface: see docs/decisions/sqlite-values.md. GRDB compiles, keeps
/// and closes the statement.
struct SQLiteStatement {
    private let database: GRDB.Database
    private let statement: GRDB.Statement
    private let pointer: OpaquePointer
    private let columns: ColumnNames
    /// Place of each placeholder's value.
    private let order: [Int]

    init(_ sql: String, on database: GRDB.Database) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
        columns = ColumnNames(names: statement.columnNames)
        order = Self.order(sql, pointer)
    }

    /// - Parameter values: values by number of the placeholder, `$1` first.
    func rows(_ values: [SQLValue], inTransaction: Bool = true) throws -> [Row] {
        var rows: [Row] = []
        try steps(values, inTransaction) {
            rows.append(Row(columns: columns, values: (0..<Int32(columns.names.count)).map(value)))
        }
        return rows
    }

    func run(_ values: [SQLValue], inTransaction: Bool = true) throws {
        try steps(values, inTransaction) {}
    }

    /// Calls `body` at each row. The statement is left without values and ready for the next use.
    private func steps(_ values: [SQLValue], _ inTransaction: Bool, _ body: () -> Void) throws {
        // SQLite rolls some failed transactions back by itself; what follows must not run outside of it.
        guard database.isInsideTransaction == inTransaction else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "The transaction was aborted.", sql: statement.sql)
        }
        // All text and bytes lie in one piece of memory, so that SQLite need not copy each into one of its own.
        let size = values.reduce(0) { $0 + $1.size }
        try withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: 1) { memory in
            sqlite3_reset(pointer)
            defer {
                // Tells once more of a failure that has been thrown.
                sqlite3_reset(pointer)
                sqlite3_clear_bindings(pointer)
            }
            try bind(values, in: memory)
            while true {
                switch sqlite3_step(pointer) {
                case SQLITE_DONE: return
                case SQLITE_ROW: body()
                case let code: throw failure(code)
                }
            }
        }
    }

    private func value(_ column: Int32) -> SQLValue {
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
        case SQLITE_TEXT:
            let start = UnsafeRawPointer(sqlite3_column_text(pointer, column))
            return .text(String(decoding: bytes(column, from: start), as: UTF8.self))
        case SQLITE_BLOB: return SQLValue(bytes(column, from: sqlite3_column_blob(pointer, column)))
        default: return .null
        }
    }

    private func bytes(_ column: Int32, from start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
    }

    private func failure(_ code: Int32) -> DatabaseError {
        let message = String(cString: sqlite3_errmsg(database.sqliteConnection))
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
}

extension SQLiteStatement {
    /// - Parameter memory: for text and bytes, until the values are taken back.
    private func bind(_ values: [SQLValue], in memory: UnsafeMutableRawBufferPointer) throws {
        var free = memory
        for (index, place) in zip(Int32(1)..., order) {
            guard values.indices.contains(place) else {
                throw DatabaseError(message: "No value for placeholder \(index)", sql: statement.sql)
            }
            let code = bind(values[place], at: index, in: &free)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    /// Places of values by the numbers in the placeholders' names, since SQLite numbers those by their first use. SQLite
    /// looks for a name from the first on, so they are asked for once a text.
    private static func order(_ sql: String, _ pointer: OpaquePointer) -> [Int] {
        if let known = orders.withLock({ $0[sql] }) { return known }
        let order = (0..<sqlite3_bind_parameter_count(pointer)).map { index in
            sqlite3_bind_parameter_name(pointer, index + 1).map { strtol($0.advanced(by: 1), nil, 10) - 1 } ?? -1
        }
        orders.withLock { $0[sql] = order }
        return order
    }

    private static let orders = Mutex<[String: [Int]]>([:])

    private func bind(_ value: SQLValue, at index: Int32, in free: inout UnsafeMutableRawBufferPointer) -> Int32 {
        /// Where the bytes are from now on, and how many.
        func kept(_ bytes: some Collection<UInt8>) -> (start: UnsafeRawPointer?, count: Int32) {
            let place = free.prefix(bytes.count)
            place.copyBytes(from: bytes)
            free = UnsafeMutableRawBufferPointer(rebasing: free.dropFirst(place.count))
            return (UnsafeRawPointer(free.baseAddress?.advanced(by: -place.count)), Int32(clamping: place.count))
        }
        switch value {
        case .null: return sqlite3_bind_null(pointer, index)
        case .integer(let integer): return sqlite3_bind_int64(pointer, index, integer)
        case .real(let real): return sqlite3_bind_double(pointer, index, real)
        case .text(let text):
            let (start, count) = kept(text.utf8)
            return sqlite3_bind_text(pointer, index, start?.assumingMemoryBound(to: CChar.self), count, nil)
        case .identifier(let identifier):
            let halves = (identifier.high.bigEndian, identifier.low.bigEndian)
            let (start, count) = withUnsafeBytes(of: halves) { kept($0) }
            return sqlite3_bind_blob(pointer, index, start, count, nil)
        case .bytes(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
            let (start, count) = kept(bytes)
            return sqlite3_bind_blob(pointer, index, start, count, nil)
        case .list: return SQLITE_MISMATCH
        }
    }
}

extension SQLValue {
    /// How many bytes of text and the like it has.
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .identifier: 16
        case .bytes(let bytes): bytes.count
        default: 0
        }
    }
}
