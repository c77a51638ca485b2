import Classroom

extension Store {
    /// What was put right of a class: the newest 50.
    public func story(of session: ClassSession) async throws -> ClassStory {
        try await database.read { try $0.story(of: session.id, beganAt: session.beganAt) }
    }

    /// When a class was last paused or resumed, or somebody last marked at it, up to a moment; `nil` if never.
    public func lastSign(of session: Identifier, until latest: Instant) async throws -> Instant? {
        try await database.read { connection in
            try connection.first(
                """
                SELECT MAX(at) AS last FROM (
                    SELECT MAX(happened_at) AS at FROM entry WHERE class = $1 AND \(ClassEvent.isOne)
                        AND kind IN ('class.paused', 'class.resumed') AND happened_at <= $2
                    UNION ALL SELECT MAX(at) FROM mark WHERE class = $1 AND at <= $2) AS signs
                """, session, latest
            )?.optionalInstant("last")
        }
    }

    /// Courses that an instructor teaches, by title; at most 200.
    ///
    /// - Parameter session: class that may come to one of them.
    public func courseChoices(
        taughtBy instructor: Identifier, for session: Identifier? = nil
    ) async throws -> [CourseChoice] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT course.id, title,
                       (SELECT COUNT(*) FROM mark WHERE mark.class = $2 AND is_present = 1 AND NOT EXISTS (
                            SELECT 1 FROM enrolment WHERE enrolment.course = course.id
                                AND enrolment.person = mark.person AND state = 'accepted')) AS strangers
                FROM course JOIN course_instructor ON course_instructor.course = course.id
                WHERE course_instructor.person = $1
                  AND (is_archived = 0 OR course.id = (SELECT class.course FROM class WHERE class.id = $2))
                ORDER BY title_key, course.id LIMIT 200
                """, instructor, session ?? instructor
            ).map { row in
                CourseChoice(
                    id: try row.identifier("id"), title: try row.text("title"),
                    strangers: Int(try row.integer("strangers")))
            }
        }
    }
}

extension ToldEvent {
    fileprivate convenience init?(_ row: Row) throws {
        guard let payload = try ClassPayload(row, row.text("kind")) else { return nil }
        self.init(payload, by: try row.optionalIdentifier("maker"), at: try row.instant("happened_at"))
    }
}

extension Connection {
    func story(of session: Identifier, beganAt: Instant?) throws -> ClassStory {
        let events = try rows(
            """
            SELECT \(ClassEvent.columns), maker FROM entry WHERE class = $1 AND \(ClassEvent.isOne)
            ORDER BY happened_at, sequence
            """, session
        ).compactMap { try ToldEvent($0) }
        let changes = ClassChange.changes(in: events, beganAt: beganAt).suffix(50)
        let names = try names(in: changes)
        return ClassStory(changes: Array(changes)) { names[$0] }
    }

    private func names(in changes: some Sequence<ClassChange>) throws -> [Identifier: String] {
        var names: [Identifier: String] = [:]
        for change in changes {
            for id in [change.before.venue, change.after.venue] {
                if let id, names[id] == nil { names[id] = try name(of: id, "name", in: "venue") }
            }
            for id in [change.before.course, change.after.course] {
                if let id, names[id] == nil { names[id] = try name(of: id, "title", in: "course") }
            }
            if let id = change.maker, names[id] == nil { names[id] = try personName(of: id) }
        }
        return names
    }

    private func name(of id: Identifier, _ column: String, in table: String) throws -> String? {
        try first("SELECT \(column) FROM \(table) WHERE id = $1", id)?.text(column)
    }

    private func personName(of id: Identifier) throws -> String? {
        try first("SELECT first_name, last_name FROM person WHERE id = $1", id).map {
            PersonName(first: try $0.text("first_name"), last: try $0.text("last_name")).full
        }
    }
}
