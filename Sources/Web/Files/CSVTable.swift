/// Column of a CSV file whose first line names the columns, in any order.
protocol CSVColumn: Hashable, CaseIterable, Sendable {
    var heading: String { get }
    /// Alternative names.
    var otherNames: [String] { get }
    /// Columns by name, as made by `namesOfAll`.
    static var byName: [String: Self] { get }
}

extension CSVColumn {
    /// Finds a column by name, ignoring case, spaces and underscores: "First Name", "firstName" and "FIRST_NAME" are
    /// equal.
    init?(named name: some StringProtocol) {
        guard name.utf8.count <= 64, let column = Self.byName[Self.simplified(name)] else { return nil }
        self = column
    }

    static func namesOfAll() -> [String: Self] {
        let names = allCases.flatMap { column in
            ([column.heading] + column.otherNames).map { (simplified($0), column) }
        }
        return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }

    /// Name of a column without case, spaces and underscores.
    static func simplified(_ name: some StringProtocol) -> String {
        name.lowercased().filter { !$0.isWhitespace && $0 != "_" }
    }
}

extension CSV {
    /// Formats a row whose cells no spreadsheet takes for formulas.
    static func guardedLine(_ cells: [String]) -> String { line(cells.map(guarded)) }

    /// Formats a whole file: UTF-8 with a byte order mark, so that spreadsheets detect the encoding; a heading; and
    /// rows of escaped cells in column order.
    static func file<Column: CSVColumn>(_ columns: Column.Type, _ rows: some Sequence<[String]>) -> [UInt8] {
        var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
        bytes += line(columns.allCases.map(\.heading)).utf8
        for row in rows { bytes += guardedLine(row).utf8 }
        return bytes
    }
}

/// Reader of a CSV file by column name.
struct CSVTable<Column: CSVColumn> {
    struct Row {
        /// Line on which the row starts, from 1; for an unclosed quotation mark, its line.
        let line: Int
        /// Cells read, with escaping undone.
        let cells: [Column: String]
        /// Reason why the row is unusable, in words; `nil` if it is fine.
        let problem: String?
    }

    private let columns: [Column?]
    private let count: Int
    private var reader: CSVReader

    /// Picks the separator that splits the first line into most columns.
    ///
    /// - Parameter needed: required columns.
    init(of text: UTF8Text, needing needed: [Column]) throws(FileError) {
        let tables = ",;\t".utf8.map { CSVTable(of: text, separator: $0) }
        let best = tables.max { $0.known.count < $1.known.count }
        guard let best, best.known.isSuperset(of: needed) else {
            let missing = needed.filter { best?.known.contains($0) != true }.map { "“\($0.heading)”" }
            throw FileError(
                .noHeader, "The first line must name the columns; it lacks \(missing.joined(separator: ", ")).")
        }
        if let twice = best.known.first(where: { column in best.columns.count { $0 == column } > 1 }) {
            throw FileError(.malformed, "The first line names the column “\(twice.heading)” twice.")
        }
        self = best
    }

    private init(of text: UTF8Text, separator: UInt8) {
        reader = CSVReader(text.bytes, separator: separator)
        let row = reader.next()
        count = row?.count ?? 0
        columns = row?.fields.map { Column(named: $0) } ?? []
    }

    /// Reads the next row that is not blank; `nil` at the end.
    mutating func next() -> Row? {
        while let row = reader.next() {
            if let line = row.unclosedQuote {
                let words = "This row has a quotation mark that is never closed; nothing after it could be read."
                return Row(line: line, cells: cells(row.fields), problem: words)
            }
            if row.isBlank { continue }
            return Row(
                line: row.line, cells: cells(row.fields), problem: row.count == count ? nil : mismatch(row.count))
        }
        return nil
    }

    private var known: Set<Column> { Set(columns.compactMap(\.self)) }

    private func cells(_ fields: [String]) -> [Column: String] {
        var cells: [Column: String] = [:]
        for case (let column?, let cell) in zip(columns, fields) { cells[column] = CSV.unguarded(cell) }
        return cells
    }

    private func mismatch(_ count: Int) -> String {
        "This row has \(count) \(count == 1 ? "field" : "fields") where the heading has \(self.count)."
    }
}

extension CSV.Row {
    /// Whether the row is blank, as spreadsheets leave them below a table.
    var isBlank: Bool { count <= CSV.mostFields && fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
}
