import Classroom

/// Student type, as named by instructors.
public struct StudentType: Sendable, Equatable {
    public let id: Identifier
    public let name: String
    /// Number of people of this type.
    public let count: Int

    /// Unique key of a type: its name without case and accents.
    public static func key(_ name: String) -> String { SearchKey.fold(name) }
}

extension Store {
    /// Student types by name, with their numbers of people.
    public func studentTypes() async throws -> [StudentType] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT student_type.id, student_type.name,
                       (SELECT COUNT(*) FROM person WHERE person.type = student_type.id) AS people
                FROM student_type WHERE is_deleted = 0 ORDER BY name_key, id LIMIT 1000
                """
            ).map {
                try StudentType(id: $0.identifier("id"), name: $0.text("name"), count: Int($0.integer("people")))
            }
        }
    }
}

/// Effects of student type entries.
extension Book {
    func apply(_ saved: StudentTypeSaved) throws {
        let row = try connection.first("SELECT is_deleted FROM student_type WHERE id = $1", saved.type)
        if try row?.flag("is_deleted") == true {
            throw Problem.invalid("type", "deleted", "This student type was deleted.")
        }
        try checkNameFree(saved.name, for: saved.type)
        try connection.run(
            """
            INSERT INTO student_type (id, name, name_key, is_deleted) VALUES ($1, $2, $3, 0)
            ON CONFLICT (id) DO UPDATE SET name = $2, name_key = $3
            """, saved.type, saved.name, SearchKey.fold(saved.name))
    }

    func setDeleted(_ type: Identifier, _ isDeleted: Bool) throws {
        let row = try connection.first("SELECT name FROM student_type WHERE id = $1", type)
        guard let row else { throw Problem.invalid("type", "notFound", "There is no such student type.") }
        if !isDeleted { try checkNameFree(row.text("name"), for: type) }
        try connection.run("UPDATE student_type SET is_deleted = $2 WHERE id = $1", type, isDeleted)
    }

    private func checkNameFree(_ name: String, for type: Identifier) throws {
        let other = try connection.first(
            "SELECT name FROM student_type WHERE name_key = $1 AND is_deleted = 0 AND id <> $2",
            SearchKey.fold(name), type)
        if other != nil { throw Problem.invalid("name", "taken", "A student type of this name exists already.") }
    }
}
