import Classroom

extension Store {
    /// Students who were present at the last few classes of the same course, or without a course at the same venue: the
    /// most frequent ones, by name.
    public func studentsLately(before session: ClassSession) async throws -> [Person] {
        try await database.read { try $0.studentsLately(before: session) }
    }
}

extension Connection {
    func studentsLately(before session: ClassSession) throws -> [Person] {
        let classes = try rows(
            """
            SELECT class.id, class.course, venue.id AS class_venue
            FROM class \(Venue.join("class.venue"))
            WHERE instructor = $1 AND phase = 'saved' AND started_at < $2
            ORDER BY started_at DESC, class.id DESC LIMIT \(ClassesToStart.mostTelling)
            """, session.instructor, session.startedAt
        ).filter { row in
            guard let course = session.course else {
                return try row.optionalIdentifier("course") == nil
                    && row.identifier("class_venue") == session.venueID
            }
            return try row.optionalIdentifier("course") == course
        }.prefix(LatelyHere.fewLatest).map { try $0.identifier("id") }
        guard !classes.isEmpty else { return [] }
        let list = classes.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        // SQLite goes through those who came, and not through all people, because of CROSS.
        let came = """
            (SELECT person, COUNT(*) AS times FROM mark
             WHERE is_present = 1 AND class IN (\(list)) GROUP BY person) AS lately CROSS JOIN person
            """
        return try rows(
            """
            SELECT * FROM (
                \(Person.select(from: came))
                WHERE person.id = lately.person AND is_active = 1 AND roster_group = 2
                ORDER BY times DESC, person.name_key, person.id LIMIT \(LatelyHere.mostPeople)
            ) AS frequent
            ORDER BY name_key, id
            """, values: classes.map(\.sqlValue)
        ).map(Person.init)
    }
}
