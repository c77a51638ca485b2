/// The rows of a table in the order of its key, of which only a part is held at a time.
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
    /// The rows that follow a row in the order of the key, or the first ones; at most `most`, or `rowsAtOnce`.
    ///
    /// SQLite allows a primary key to be null; such rows are left out.
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

    /// The row that has the same key as another.
    func row(like row: Row, on connection: any Connection) throws -> Row? {
        let condition = key.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: " AND ")
        return try connection.first("SELECT * FROM \(name) WHERE \(condition)", values: values(of: key, in: row))
    }

    func values(of columns: [String], in row: Row) -> [SQLValue] {
        columns.map { row[$0] ?? .null }
    }

    /// The key of a row, for people: "word fleming, person 0198…".
    func words(of row: Row) -> String {
        key.map { "\($0) \((row[$0] ?? .null).words)" }.joined(separator: ", ")
    }

    func count(on connection: any Connection) throws -> Int {
        Int(try connection.first("SELECT COUNT(*) AS number FROM \(name)")?.integer("number") ?? 0)
    }
}

extension Row {
    /// The value in a column; `nil` if there is no such column.
    subscript(column: String) -> SQLValue? {
        columns[column].flatMap { values.indices.contains($0) ? values[$0] : nil }
    }

    /// The names of the columns, in order of the alphabet, since engines order them otherwise.
    var names: [String] { columns.keys.sorted() }

    /// Whether both have the same columns and in them the same values.
    func isExactly(_ other: Row) -> Bool {
        names == other.names && names.allSatisfy { (self[$0] ?? .null).isExactly(other[$0] ?? .null) }
    }
}

extension SQLValue {
    /// Whether both are the same to the byte. Swift holds text to be equal that is composed differently.
    func isExactly(_ other: SQLValue) -> Bool {
        switch (self, other) {
        case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
        default: self == other
        }
    }

    /// The order in which the engines sort keys: numbers, then text, byte by byte.
    func precedes(_ other: SQLValue) -> Bool {
        switch (self, other) {
        case (.integer(let one), .integer(let other)): one < other
        case (.real(let one), .real(let other)): one < other
        case (.integer(let one), .real(let other)): Double(one) < other
        case (.real(let one), .integer(let other)): one < Double(other)
        case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.bytes(let one), .bytes(let other)): one.lexicographicallyPrecedes(other)
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .bytes: 3
        }
    }

    /// For people, and not longer than they read.
    var words: String {
        switch self {
        case .null: "nothing"
        case .integer(let integer): String(integer)
        case .real(let real): String(real)
        case .text(let text): text.count > 80 ? text.prefix(80) + "…" : text
        case .bytes(let bytes): counted(bytes.count, "byte", "bytes")
        }
    }
}
