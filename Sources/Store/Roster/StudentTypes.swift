import Classroom

extension StudentType {
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
                       (SELECT COUNT(*) FROM person WHERE person.type = student_type.id AND removed_at IS NULL) AS people
                FROM student_type WHERE is_deleted = 0 ORDER BY name_key, id LIMIT 1000
                """
            ).map {
                try StudentType(id: $0.identifier("id"), name: $0.text("name"), count: Int($0.integer("people")))
            }
        }
    }
}
