import Classroom

extension Store {
    /// Students enrolled in the class's course, and others with a mark, by name; at most 1,000.
    public func attendance(at session: ClassSession) async throws -> [Attendance] {
        try await attendance(at: session.id, of: session.course)
    }

    /// The same of a class of a course.
    public func attendance(at session: Identifier, of course: Identifier?) async throws -> [Attendance] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT person.*, NULL AS type_name, mark.class, \(Mark.columns)
                FROM person LEFT JOIN mark ON mark.person = person.id AND mark.class = $1
                WHERE person.id IN (SELECT person FROM enrolment WHERE course = $2 AND state = 'accepted'
                                    UNION SELECT person FROM mark AS other WHERE other.class = $1
                                            AND (other.is_present = 1 OR other.doubt IS NOT NULL))
                      AND removed_at IS NULL
                ORDER BY person.name_key, person.id LIMIT 1000
                """, session, course
            ).map { row in
                let isMarked = try row.optionalIdentifier("class") != nil
                return Attendance(student: try Person(row), mark: isMarked ? try Mark(row) : nil)
            }
        }
    }

    /// Attendance of a student at several classes; classes without a mark are omitted.
    public func attendance(of person: Person, at sessions: [ClassSession]) async throws -> [Identifier: Attendance] {
        try await database.read { connection in
            var found: [Identifier: Attendance] = [:]
            for session in sessions {
                let row = try connection.first(
                    """
                    SELECT \(Mark.columns), first_name, last_name
                    FROM mark JOIN person ON person.id = mark.maker WHERE mark.class = $1 AND mark.person = $2
                    """, session.id, person.id)
                guard let row else { continue }
                let name = try PersonName(row)
                found[session.id] = Attendance(student: person, mark: try Mark(row), markedBy: name.full)
            }
            return found
        }
    }
}
