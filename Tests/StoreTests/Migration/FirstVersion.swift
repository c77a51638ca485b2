import Classroom
import Support

@testable import Store

extension Database {
    /// Makes a book of the first version of the schema, with what that has kept of another book, or nothing.
    ///
    /// - Parameter book: one of kinds of entry that the first version knew.
    func keepFirstVersion(of book: TestBook? = nil) async throws {
        let tables = try await book?.store.database.read { connection in
            try Self.columnsOfFirstVersion.map { name, columns in
                (name, columns, try connection.rows(name == "entry" ? Self.entries : "SELECT \(columns) FROM \(name)"))
            }
        }
        try await write { connection in
            try connection.run(Migrations.ownTable)
            for statement in Schema.version1(types) { try connection.run(statement) }
            try connection.run("INSERT INTO migration (version, at) VALUES (1, 0)")
            for (name, columns, rows) in tables ?? [] {
                let names = columns.split(separator: ", ").map(String.init)
                let places = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
                for row in rows {
                    try connection.run(
                        "INSERT INTO \(name) (\(columns)) VALUES (\(places))",
                        values: names.map { try Self.textual($0, row) })
                }
            }
        }
    }

    /// The first versions wrote identifiers as text, and kept among the fields what columns hold.
    private static func textual(_ name: String, _ row: Row) throws -> SQLValue {
        if name == "fields" { return .text(try CanonicalFields.text(StoredEntry.members(row))) }
        guard case .identifier(let identifier)? = row[name] else { return row[name] ?? .null }
        return .text(identifier.text)
    }

    /// The first version knew no owners, and had no entries that say who is one.
    private static var entries: String {
        """
        SELECT ROW_NUMBER() OVER (ORDER BY sequence) AS sequence, id, device, maker, kind, at, received, fields, class,
               course, person
        FROM entry WHERE kind <> 'person.roleChanged'
        """
    }

    private static var columnsOfFirstVersion: [(String, String)] {
        [
            ("entry", "sequence, id, device, maker, kind, at, received, fields, class, person"),
            (
                "person",
                """
                id, first_name, last_name, name_key, student_id, student_number, roster_group, role, github, type, \
                joined, is_active, picture, attended
                """
            ),
            ("person_word", "word, person"), ("venue", "id, name, name_key, address, latitude, longitude, radius"),
            (
                "class",
                """
                id, instructor, venue, venue_key, phase, started_at, running_since, worked, paused, ended_at, attending
                """
            ),
            ("mark", "class, person, is_present, at, how, maker"),
        ]
    }
}
