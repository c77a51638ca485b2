/// A column of a CSV file whose first line names the columns, in any order.
protocol CSVColumn: Hashable, CaseIterable, Sendable {
    var heading: String { get }
    /// What it may also be called.
    var otherNames: [String] { get }
    /// As `namesOfAll` finds them.
    static var byName: [String: Self] { get }
}

extension CSVColumn {
    /// In any case, with or without spaces and underscores: "First Name", "firstName" and "FIRST_NAME" are the same.
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

    private static func simplified(_ name: some StringProtocol) -> String {
        name.lowercased().filter { !$0.isWhitespace && $0 != "_" }
    }
}

extension CSV {
    /// A row of cells that no spreadsheet takes for formulas.
    static func guardedLine(_ cells: [String]) -> String { line(cells.map(guarded)) }

    /// A whole file: UTF-8 with a byte order mark, so that spreadsheets read the names right, the heading, and rows of
    /// cells in the order of the columns, harmless ones.
    static func file<Column: CSVColumn>(_ columns: Column.Type, _ rows: some Sequence<[String]>) -> [UInt8] {
        var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
        bytes += line(columns.allCases.map(\.heading)).utf8
        for row in rows { bytes += guardedLine(row).utf8 }
        return bytes
    }
}

/// Reads a CSV file row after row, by the names of its columns.
struct CSVTable<Column: CSVColumn> {
    struct Row {
        /// Of the file, from 1, on which it begins; for a quotation mark that nothing closes, the line it stands on.
        let line: Int
        /// As far as they could be read. Cells that were made harmless are as they were before.
        let cells: [Column: String]
        /// Why the row cannot be taken, in words; `nil` if it can.
        let problem: String?
    }

    private let columns: [Column?]
    private let count: Int
    private var reader: CSVReader

    /// Takes the separator that makes the most of the first line.
    ///
    /// - Parameter needed: columns that there must be.
    init(of text: UTF8Text, needing needed: [Column]) throws(FileError) {
        let tables = [",", ";", "\t"].map { CSVTable(of: text, separator: $0) }
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

    private init(of text: UTF8Text, separator: Character) {
        reader = CSVReader(text.bytes, separator: separator)
        let row = reader.next()
        count = row?.count ?? 0
        columns = row?.fields.map { Column(named: $0) } ?? []
    }

    /// The next row that is not blank; `nil` at the end.
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
    /// As spreadsheets leave them below a table.
    fileprivate var isBlank: Bool { count <= CSV.mostFields && fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
}
