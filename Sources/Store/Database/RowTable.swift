import Classroom

/// Table of rows that follow from the journal: how they are read and written.
struct RowTable<R: BookRow>: Sendable {
    let name: String
    /// Columns of the primary key.
    let key: [String]
    /// All other columns of a row.
    let columns: [String]
    /// Columns whose values follow from other rows: whoever saves knows them.
    let furtherColumns: [String]
    let keyValues: @Sendable (R.Key) -> [SQLValue]
    let read: @Sendable (Row) throws -> R
    /// Values of the other columns.
    let values: @Sendable (R) -> [SQLValue]

    private let selection: String
    private let ofKeys: String
    fileprivate let target: String
    fileprivate let replacement: String

    init(
        name: String, key: [String], columns: [String], furtherColumns: [String] = [],
        keyValues: @escaping @Sendable (R.Key) -> [SQLValue],
        read: @escaping @Sendable (Row) throws -> R, values: @escaping @Sendable (R) -> [SQLValue]
    ) {
        (self.name, self.key, self.columns, self.furtherColumns) = (name, key, columns, furtherColumns)
        (self.keyValues, self.read, self.values) = (keyValues, read, values)
        let (all, keys) = ((key + columns).joined(separator: ", "), key.joined(separator: ", "))
        selection = "SELECT \(all) FROM \(name) WHERE "
        ofKeys = key.count == 1 ? keys : "(\(keys))"
        let saved = columns + furtherColumns
        target = "\(name) (\((key + saved).joined(separator: ", ")))"
        let replaced = saved.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        replacement = "ON CONFLICT (\(keys)) DO UPDATE SET \(replaced)"
    }

    /// The same under another name.
    func named(_ name: String) -> RowTable {
        RowTable(
            name: name, key: key, columns: columns, furtherColumns: furtherColumns, keyValues: keyValues, read: read,
            values: values)
    }

    /// Reads the rows with these keys, as far as there are any.
    func found(_ keys: [R.Key]) -> WantedRows {
        found(where: ofKeys + " IN $list", keys.map(keyValues))
    }

    /// Reads the rows found by a condition.
    ///
    /// - Parameter condition: in which `IN $list` stands for the list of what is looked for.
    func found(where condition: String, _ wanted: [SQLValue]) -> WantedRows {
        found(where: condition, wanted.map { [$0] })
    }

    private func found(where condition: String, _ wanted: [[SQLValue]]) -> WantedRows {
        WantedRows(selection + condition, wanted)
    }
}

/// Rows that a statement finds by a list of values.
struct WantedRows {
    /// In which `IN $list` stands for the list.
    let sql: String
    let wanted: [[SQLValue]]

    init(_ sql: String, _ wanted: [[SQLValue]]) {
        (self.sql, self.wanted) = (sql, wanted)
    }
}

extension Connection {
    /// Rows of several statements, in as few round trips as the engine can do with.
    func rows(of found: [WantedRows]) throws -> [[Row]] {
        let all = found.map { statements($0.sql, $0.wanted) }
        var results = try rows(of: all.flatMap { $0 })[...]
        return all.map { parts in
            defer { results = results.dropFirst(parts.count) }
            return results.prefix(parts.count).flatMap { $0 }
        }
    }

    /// Rows that a statement finds, in which `IN $list` stands for the list of what is looked for.
    func found(_ sql: String, _ wanted: [[SQLValue]]) throws -> [Row] {
        try rows(of: [WantedRows(sql, wanted)]).first ?? []
    }

    /// Inserts rows; those that are there already are replaced.
    ///
    /// - Parameter further: values of the table's further columns.
    func save<R>(_ saved: [R], in table: RowTable<R>, further: (R) -> [SQLValue] = { _ in [] }) throws {
        guard !saved.isEmpty else { return }
        try insert(
            into: table.target, saved.map { table.keyValues($0.key) + table.values($0) + further($0) },
            table.replacement)
    }

    /// Saves rows that were set. Of those that are there already only columns are written in which one of them has
    /// changed: SQLite writes all indexes of a column that is written, whether its value is another or not.
    ///
    /// - Parameter further: values of the table's further columns. They are written for all of these rows, if for one.
    func save<R>(
        _ changes: [(stored: R?, now: R?)], in table: RowTable<R>, further: (R) -> [SQLValue] = { _ in [] }
    ) throws {
        var changed: Set<Int> = []
        var known: [(key: [SQLValue], values: [SQLValue])] = []
        for case (let stored?, let now?) in changes {
            let (before, values) = (table.values(stored) + further(stored), table.values(now) + further(now))
            let places = values.indices.filter { !values[$0].isExactly(before[$0]) }
            if places.isEmpty { continue }
            changed.formUnion(places)
            known.append((table.keyValues(now.key), values))
        }
        let (places, names) = (changed.sorted(), table.columns + table.furtherColumns)
        try update(
            table.name, table.key, places.map { names[$0] },
            known.map { row in row.key + places.map { row.values[$0] } })
        try save(changes.compactMap { $0.stored == nil ? $0.now : nil }, in: table, further: further)
    }

    /// Changes columns of rows that are there.
    ///
    /// - Parameter rows: values of the key, and then of the columns.
    private func update(_ table: String, _ key: [String], _ columns: [String], _ rows: [[SQLValue]]) throws {
        guard !rows.isEmpty else { return }
        let all = key + columns
        guard let types = try listTypes(of: "\(table) (\(all.joined(separator: ", ")))") else {
            let places = zip(1..., all).map { "\($1) = $\($0)" }
            let (found, set) = (places.prefix(key.count), places.dropFirst(key.count))
            let sql = "UPDATE \(table) SET \(set.joined(separator: ", ")) WHERE \(found.joined(separator: " AND "))"
            for row in rows { try send(sql, values: row) }
            return
        }
        let set = columns.map { "\($0) = changed.\($0)" }.joined(separator: ", ")
        let found = key.map { "\(table).\($0) = changed.\($0)" }.joined(separator: " AND ")
        try send(
            """
            UPDATE \(table) SET \(set)
            FROM \(unnested(types)) AS changed (\(all.joined(separator: ", "))) WHERE \(found)
            """, values: lists(of: rows, all.count))
    }

    /// Inserts rows of values.
    ///
    /// - Parameter target: table with its columns.
    func insert(into target: String, _ rows: [[SQLValue]], _ conflict: String = "") throws {
        guard let width = rows.first?.count else { return }
        guard let types = try listTypes(of: target) else {
            let sql = "INSERT INTO \(target) VALUES (\(numbers(1...width))) \(conflict)"
            for row in rows { try send(sql, values: row) }
            return
        }
        // The condition keeps PostgreSQL from reading ON CONFLICT as part of a join.
        try send(
            "INSERT INTO \(target) SELECT * FROM \(unnested(types)) WHERE true \(conflict)",
            values: lists(of: rows, width))
    }

    /// Deletes the rows with these keys.
    func delete<R>(_ keys: [R.Key], from table: RowTable<R>) throws {
        guard !keys.isEmpty else { return }
        try run(
            "DELETE FROM \(table.name) WHERE (\(table.key.joined(separator: ", "))) IN $list",
            for: keys.map(table.keyValues))
    }

    /// Runs a statement without result rows, in which `IN $list` stands for a list of values.
    func run(_ sql: String, for listed: [[SQLValue]]) throws {
        for statement in statements(sql, listed) { try send(statement.sql, values: statement.values) }
    }

    /// A statement for a list of values, in parts where there are many.
    private func statements(_ sql: String, _ wanted: [[SQLValue]]) -> [Statement] {
        guard let width = wanted.first?.count else { return [] }
        guard takesLists else { return parts(of: sql, wanted) }
        let types = (0..<width).map { column in Self.listType(wanted.map { $0[column] }) }
        let list = width == 1 ? "= ANY (\(arrays(types)))" : "IN (SELECT * FROM \(unnested(types)))"
        return [Statement(sql.withList(list), lists(of: wanted, width))]
    }

    /// Placeholders of arrays with elements of these types.
    private func arrays(_ types: [String]) -> String {
        zip(1..., types).map { "$\($0)::\($1)[]" }.joined(separator: ", ")
    }

    /// Rows whose columns are arrays.
    private func unnested(_ types: [String]) -> String { "unnest(\(arrays(types)))" }

    /// Columns of rows, each a list.
    private func lists(of rows: [[SQLValue]], _ width: Int) -> [SQLValue] {
        (0..<width).map { column in .list(rows.map { $0[column] }) }
    }

    /// Parts of a statement for an engine that takes no lists.
    ///
    /// The length of each list is rounded up, so that few different statements need preparing; a value more than once in
    /// it does no harm. Rows of values are taken one by one: for a list of them, SQLite goes through the whole table.
    private func parts(of sql: String, _ wanted: [[SQLValue]]) -> [Statement] {
        if let width = wanted.first?.count, width > 1 {
            let single = sql.withList("= (\(numbers(1...width)))")
            return wanted.map { Statement(single, $0) }
        }
        return stride(from: 0, to: wanted.count, by: 1024).map { start in
            var part = Array(wanted[start..<min(start + 1024, wanted.count)])
            let last = part[part.count - 1]
            while part.count & (part.count - 1) != 0 { part.append(last) }
            return Statement(
                sql.withList("IN (\(numbers(1...part.count)))"), part.flatMap { $0 })
        }
    }

    /// Type of values that something is looked for by.
    private static func listType(_ values: [SQLValue]) -> String {
        switch values.first {
        case .integer?: "bigint"
        case .identifier?: "uuid"
        default: "text"
        }
    }

    private func numbers(_ range: ClosedRange<Int>) -> String {
        range.map { "$\($0)" }.joined(separator: ", ")
    }
}

extension String {
    /// With something else for each `IN $list`. Swift's own `replacing` goes by characters, which takes longer than to look
    /// a row up.
    fileprivate func withList(_ list: String) -> String {
        let (text, mark) = (Array(utf8), Array("IN $list".utf8))
        var (result, place): ([UInt8], Int) = ([], 0)
        while place < text.count {
            if text[place] == mark[0], text[place...].starts(with: mark) {
                result += list.utf8
                place += mark.count
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
