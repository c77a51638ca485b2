/// Comparison of a table with its counterpart in another book, row by row in key order.
struct TableComparison {
    private let table: BookTable
    /// Actual rows.
    private var rows: TableRows
    /// Rows derived from the journal.
    private var rightRows: TableRows

    init(_ table: BookTable, _ book: any Connection, against scratch: any Connection) {
        self.table = table
        rows = TableRows(table, on: book)
        rightRows = TableRows(table, on: scratch)
    }

    /// - Parameter listener: called for every batch.
    mutating func run(_ findings: inout Findings, _ listener: (Int) -> Void) throws {
        var count = 0
        var (found, right) = (try rows.next(), try rightRows.next())
        while found != nil || right != nil {
            if let row = found, right.map({ precedes(row, $0) }) ?? true {
                add("\(table.words(of: row)): this row does not follow from the journal.", to: &findings)
                found = try rows.next()
            } else if let row = right, found.map({ precedes(row, $0) }) ?? true {
                add("\(table.words(of: row)): this row follows from the journal and is missing.", to: &findings)
                right = try rightRows.next()
            } else if let row = found, let rightRow = right {
                compare(row, rightRow, &findings)
                found = try rows.next()
                right = try rightRows.next()
            }
            count += 1
            if count % 10_000 == 0 { listener(count) }
        }
    }

    /// Compares two rows. Columns that only one of them has are left to the schema check.
    private func compare(_ row: Row, _ right: Row, _ findings: inout Findings) {
        for column in right.names {
            guard let found = row[column], let expected = right[column], !found.isExactly(expected) else { continue }
            add(
                "\(table.words(of: row)): \(column) is \(found.words), and by the journal \(expected.words).",
                to: &findings)
        }
    }

    private func add(_ words: @autoclosure () -> String, to findings: inout Findings) {
        findings.add(table.title, "In \(table.title), \(words())")
    }

    private func precedes(_ one: Row, _ other: Row) -> Bool {
        for column in table.key {
            let (one, other) = (one[column] ?? .null, other[column] ?? .null)
            if one.precedes(other) { return true }
            if other.precedes(one) { return false }
        }
        return false
    }
}

extension BookTable {
    /// Title for people: "the table person".
    var title: String { "the table \(name)" }
}
