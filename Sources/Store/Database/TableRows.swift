import Classroom

/// Rows of a table in key order, loaded in batches.
struct TableRows {
    let table: BookTable
    let connection: any Connection
    private var part: [Row] = []
    private var position = 0
    private var isLastPart = false

    init(_ table: BookTable, on connection: any Connection) {
        self.table = table
        self.connection = connection
    }

    mutating func next() throws -> Row? {
        if position == part.count, !isLastPart {
            part = try table.part(after: part.last, on: connection)
            position = 0
            isLastPart = part.count < table.rowsAtOnce
        }
        guard position < part.count else { return nil }
        defer { position += 1 }
        return part[position]
    }
}

extension BookTable {
    /// Rows after `row` in key order, or the first rows; at most `most`, by default `rowsAtOnce`.
    ///
    /// Rows with a null key, which SQLite permits, are skipped.
    func part(after row: Row?, on connection: any Connection, most: Int? = nil) throws -> [Row] {
        let (columns, limit) = (key.joined(separator: ", "), most ?? rowsAtOnce)
        guard let row else {
            let isThere = key.map { $0 + " IS NOT NULL" }.joined(separator: " AND ")
            return try connection.rows(
                "SELECT * FROM \(name) WHERE \(isThere) ORDER BY \(columns) LIMIT \(limit)")
        }
        let places = key.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return try connection.rows(
            "SELECT * FROM \(name) WHERE (\(columns)) > (\(places)) ORDER BY \(columns) LIMIT \(limit)",
            values: values(of: key, in: row))
    }

    /// Row with the same key as `row`.
    func row(like row: Row, on connection: any Connection) throws -> Row? {
        let condition = key.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: " AND ")
        return try connection.first("SELECT * FROM \(name) WHERE \(condition)", values: values(of: key, in: row))
    }

    func values(of columns: [String], in row: Row) -> [SQLValue] {
        columns.map { row[$0] ?? .null }
    }

    /// Key of a row for people: "word fleming, person 0198…".
    func words(of row: Row) -> String {
        key.map { "\($0) \((row[$0] ?? .null).words)" }.joined(separator: ", ")
    }

    func count(on connection: any Connection) throws -> Int {
        Int(try connection.first("SELECT COUNT(*) AS number FROM \(name)")?.integer("number") ?? 0)
    }
}

extension Row {
    /// Value of a column; `nil` if there is no such column.
    subscript(column: String) -> SQLValue? {
        columns[column].flatMap { values.indices.contains($0) ? values[$0] : nil }
    }

    /// Column names in alphabetical order, since their order differs between engines.
    var names: [String] { columns.keys.sorted() }

    /// Whether both rows have the same columns and values.
    func isExactly(_ other: Row) -> Bool {
        names == other.names && names.allSatisfy { (self[$0] ?? .null).isExactly(other[$0] ?? .null) }
    }
}

extension SQLValue {
    /// Whether both values are identical byte for byte. Swift treats canonically equivalent text as equal.
    func isExactly(_ other: SQLValue) -> Bool {
        switch (self, other) {
        case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
        default: self == other
        }
    }

    /// Sort order of keys in the engines: numbers, then text byte by byte.
    func precedes(_ other: SQLValue) -> Bool {
        switch (self, other) {
        case (.integer(let one), .integer(let other)): one < other
        case (.real(let one), .real(let other)): one < other
        case (.integer(let one), .real(let other)): Double(one) < other
        case (.real(let one), .integer(let other)): one < Double(other)
        case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.identifier(let one), .identifier(let other)): one < other
        case (.bytes(let one), .bytes(let other)): one.lexicographicallyPrecedes(other)
        case (.bytes(let one), .identifier(let other)): one.lexicographicallyPrecedes(other.bytes)
        case (.identifier(let one), .bytes(let other)): one.bytes.lexicographicallyPrecedes(other)
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .bytes, .identifier: 3
        case .list: 4
        }
    }

    /// Short form for people.
    var words: String {
        switch self {
        case .null: "nothing"
        case .integer(let integer): String(integer)
        case .real(let real): String(real)
        case .text(let text): text.count > 80 ? text.prefix(80) + "…" : text
        case .list(let values): counted(values.count, "value", "values")
        case .identifier(let identifier): identifier.text
        case .bytes(let bytes): counted(bytes.count, "byte", "bytes")
        }
    }
}
