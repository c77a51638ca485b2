import Foundation
import GRDB
import GRDBSQLite

/// Statement that SQLite has compiled, with its values bound.
///
/// Values and rows pass straight through SQLite's C interface: see docs/decisions/sqlite-values.md. GRDB compiles, keeps
/// and closes the statement.
struct SQLiteStatement {
    private let database: GRDB.Database
    private let statement: GRDB.Statement
    private let pointer: OpaquePointer

    /// - Parameter values: values by number of the placeholder, `$1` first.
    init(_ sql: String, _ values: [SQLValue], on database: GRDB.Database, inTransaction: Bool = true) throws {
        // SQLite rolls some failed transactions back by itself; what follows must not run outside of it.
        guard database.isInsideTransaction == inTransaction else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "The transaction was aborted.", sql: sql)
        }
        self.database = database
        statement = try database.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
        sqlite3_reset(pointer)
        try bind(values, sql)
    }

    func rows() throws -> [Row] {
        var rows: [Row] = []
        let columns = ColumnNames(names: statement.columnNames)
        try steps {
            rows.append(Row(columns: columns, values: (0..<Int32(columns.names.count)).map(value)))
        }
        return rows
    }

    func run() throws {
        try steps {}
    }

    /// Calls `body` at each row. The statement is left without values and ready for the next use.
    private func steps(_ body: () -> Void) throws {
        defer {
            // Tells once more of a failure that has been thrown.
            sqlite3_reset(pointer)
            sqlite3_clear_bindings(pointer)
        }
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_DONE: return
            case SQLITE_ROW: body()
            case let code: throw failure(code)
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
        case SQLITE_BLOB: return .bytes(Array(bytes(column, from: sqlite3_column_blob(pointer, column))))
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
    /// Tells SQLite to copy a value while it is bound.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Binds values by the numbers in the placeholders' names, since SQLite numbers those by their first use.
    private func bind(_ values: [SQLValue], _ sql: String) throws {
        let count = sqlite3_bind_parameter_count(pointer)
        guard count > 0 else { return }
        for index in 1...count {
            guard let number = sqlite3_bind_parameter_name(pointer, index).map(Self.number),
                values.indices.contains(number - 1)
            else { throw DatabaseError(message: "No value for placeholder \(index)", sql: sql) }
            let code = bind(values[number - 1], at: index)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    /// Number in a name such as `$12`.
    private static func number(_ name: UnsafePointer<CChar>) -> Int {
        strtol(name.advanced(by: 1), nil, 10)
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(pointer, index)
        case .integer(let integer): return sqlite3_bind_int64(pointer, index, integer)
        case .real(let real): return sqlite3_bind_double(pointer, index, real)
        case .text(var text):
            guard !text.isEmpty else { return sqlite3_bind_text(pointer, index, "", 0, Self.copied) }
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(pointer, index, $0.baseAddress, Int32(clamping: $0.count), Self.copied)
                }
            }
        case .bytes(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
            return sqlite3_bind_blob(pointer, index, bytes, Int32(clamping: bytes.count), Self.copied)
        case .list: return SQLITE_MISMATCH
        }
    }
}
