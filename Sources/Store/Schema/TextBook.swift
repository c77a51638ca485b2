import Classroom

/// Book of version 15, whose identifiers are text of 36 characters, on its way to version 16.
struct TextBook {
    private let connection: any Connection
    private let types: ColumnTypes
    private let listener: ProgressListener

    init(_ connection: any Connection, _ types: ColumnTypes, _ listener: @escaping ProgressListener) {
        self.connection = connection
        self.types = types
        self.listener = listener
    }

    /// Copies every table to one of the new form, and drops it.
    func bringOver() throws {
        try setAside()
        for statement in BaseSchema.statements(types) { try connection.run(statement) }
        for table in BookTable.first { try copy(table) }
        for table in BookTable.first.reversed() { try connection.run("DROP TABLE \(Self.old(table.name))") }
    }

    private static func old(_ name: String) -> String { "text_\(name)" }

    /// Renames the tables, and frees the names of their constraints and indexes.
    private func setAside() throws {
        let names = Set(BookTable.first.map(\.name))
        for part in try connection.rows(types.namedParts) {
            let (name, table) = try (part.text("name"), part.text("relation"))
            guard names.contains(table) else { continue }
            try connection.run(
                try part.flag("is_constraint")
                    ? "ALTER TABLE \(table) RENAME CONSTRAINT \(name) TO \(Self.old(name))" : "DROP INDEX \(name)")
        }
        for name in names { try connection.run("ALTER TABLE \(name) RENAME TO \(Self.old(name))") }
    }

    private func copy(_ table: BookTable) throws {
        let source = table.renamed(Self.old(table.name))
        let total = try source.count(on: connection)
        var (last, done): (Row?, Int) = (nil, 0)
        while true {
            let rows = try source.part(after: last, on: connection)
            guard let newest = rows.last else { return }
            try connection.insert(
                into: "\(table.name) (\(newest.names.joined(separator: ", ")))",
                rows.map { try Self.converted($0, of: table) })
            (last, done) = (newest, done + rows.count)
            listener(WorkProgress("Bringing \(table.title) up to date", done, of: total))
        }
    }

    /// Values of a row in the order of its names.
    private static func converted(_ row: Row, of table: BookTable) throws -> [SQLValue] {
        try row.names.map { name in
            let value = row[name] ?? .null
            if table.identifiers.contains(name) { return try bytes(value, name) }
            guard table.name == BookTable.entry.name, name == "fields" else { return value }
            return try withoutColumns(row).sqlValue
        }
    }

    private static func bytes(_ value: SQLValue, _ column: String) throws -> SQLValue {
        guard case .text(let text) = value else { return value }
        guard let identifier = Identifier(text) else { throw UnexpectedValue(column: column, value: value) }
        return identifier.sqlValue
    }

    /// Fields of an entry without what its columns hold.
    private static func withoutColumns(_ row: Row) throws -> String {
        let text = try row.text("fields")
        guard let kind = Kind.named(try row.text("kind")), let fields = try? CanonicalFields.fields(text) else {
            return text
        }
        let rest = try fields.filter { field in
            guard kind.columns.contains(field.name), case .text(let value) = field.value else { return true }
            return try row.optionalText(field.name).flatMap(Identifier.init) != Identifier(value)
        }
        return rest.count == fields.count ? text : try CanonicalFields.text(rest)
    }
}
