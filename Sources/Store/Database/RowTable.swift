import Classroom

/// Table of rows that follow from the journal: how they are read and written.
struct RowTable<R: BookRow>: Sendable {
    let name: String
    /// Columns of the primary key.
    let key: [String]
    /// All other columns.
    let columns: [String]
    let keyValues: @Sendable (R.Key) -> [SQLValue]
    let read: @Sendable (Row) throws -> R
    /// Values of the other columns.
    let values: @Sendable (R) -> [SQLValue]

    fileprivate var all: String { (key + columns).joined(separator: ", ") }
}

extension Connection {
    /// Rows with these keys, as far as there are any.
    func rows<R>(of table: RowTable<R>, _ keys: [R.Key]) throws -> [R] {
        let columns = table.key.count == 1 ? table.key[0] : "(\(table.key.joined(separator: ", ")))"
        return try listed(keys.map(table.keyValues)) { list, values in
            try rows("SELECT \(table.all) FROM \(table.name) WHERE \(columns) IN \(list)", values: values)
        }.map(table.read)
    }

    /// Rows found by a condition.
    ///
    /// - Parameter condition: in which `$list` stands for the list of what is looked for.
    func rows<R>(of table: RowTable<R>, where condition: String, in wanted: [SQLValue]) throws -> [R] {
        try found("SELECT \(table.all) FROM \(table.name) WHERE \(condition)", wanted.map { [$0] }).map(table.read)
    }

    /// Rows that a statement finds, in which `$list` stands for the list of what is looked for.
    func found(_ sql: String, _ wanted: [[SQLValue]]) throws -> [Row] {
        try listed(wanted) { list, values in
            try rows(sql.replacing("$list", with: list), values: values)
        }
    }

    /// Inserts rows; those that are there already are replaced.
    func save<R>(_ saved: [R], in table: RowTable<R>) throws {
        let key = table.key.joined(separator: ", ")
        let replaced = table.columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try insert(
            into: "\(table.name) (\(table.all))", saved.map { table.keyValues($0.key) + table.values($0) },
            "ON CONFLICT (\(key)) DO UPDATE SET \(replaced)")
    }

    /// Inserts rows of values.
    ///
    /// - Parameter target: table with its columns.
    func insert(into target: String, _ rows: [[SQLValue]], _ conflict: String = "") throws {
        guard let width = rows.first?.count else { return }
        let most = max(1, min(rowsAtOnce, 30_000 / width))
        for start in stride(from: 0, to: rows.count, by: most) {
            let part = rows[start..<min(start + most, rows.count)]
            try run(
                "INSERT INTO \(target) VALUES \(places(part.count, width)) \(conflict)", values: part.flatMap { $0 })
        }
    }

    /// Deletes the rows with these keys.
    func delete<R>(_ keys: [R.Key], from table: RowTable<R>) throws {
        try run(
            "DELETE FROM \(table.name) WHERE (\(table.key.joined(separator: ", "))) IN $list",
            for: keys.map(table.keyValues))
    }

    /// Runs a statement without result rows, in which `$list` stands for a list of values.
    func run(_ sql: String, for listed: [[SQLValue]]) throws {
        _ = try self.listed(listed) { list, values in
            try run(sql.replacing("$list", with: list), values: values)
            return []
        }
    }

    /// Runs a statement with a list of values. The length of the list is rounded up, so that few different statements need
    /// preparing; a value more than once in it does no harm.
    private func listed(
        _ wanted: [[SQLValue]], _ body: (_ list: String, _ values: [SQLValue]) throws -> [Row]
    ) throws -> [Row] {
        var rows: [Row] = []
        for start in stride(from: 0, to: wanted.count, by: 1024) {
            var part = Array(wanted[start..<min(start + 1024, wanted.count)])
            guard let last = part.last else { continue }
            while part.count & (part.count - 1) != 0 { part.append(last) }
            let list = last.count == 1 ? "(\(numbers(1...part.count)))" : "(VALUES \(places(part.count, last.count)))"
            rows += try body(list, part.flatMap { $0 })
        }
        return rows
    }

    private func places(_ rows: Int, _ width: Int) -> String {
        (0..<rows).map { "(\(numbers($0 * width + 1...$0 * width + width)))" }.joined(separator: ", ")
    }

    private func numbers(_ range: ClosedRange<Int>) -> String {
        range.map { "$\($0)" }.joined(separator: ", ")
    }
}
