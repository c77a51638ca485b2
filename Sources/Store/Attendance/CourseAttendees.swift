import Classroom

extension Store {
    /// Classes of a course that have begun, newest first; at most 1,000.
    public func heldClasses(of course: Identifier) async throws -> [HeldClass] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT id, planned_at, CASE WHEN phase = 'saved' THEN ended_at END AS ended_at, attending FROM class
                WHERE course = $1 AND phase IN ('running', 'paused', 'saved')
                ORDER BY planned_at DESC, id DESC LIMIT 1000
                """, course
            ).map { row in
                HeldClass(
                    id: try row.identifier("id"), plannedAt: try row.instant("planned_at"),
                    endedAt: try row.optionalInstant("ended_at"),
                    present: Int(try row.integer("attending")))
            }
        }
    }

    /// Students of a course and others who were at its classes, by name; at most 1,000.
    ///
    /// - Parameter times: planned starts of the classes that count.
    public func attendees(
        of course: Identifier, _ times: ClosedRange<Instant>, search: String = ""
    ) async throws -> [CourseAttendee] {
        let people = try await attendees(
            of: course, times,
            """
            person.id IN (SELECT person FROM enrolment WHERE course = $1 AND state = 'accepted'
                UNION SELECT mark.person FROM mark JOIN class ON class.id = mark.class
                    WHERE class.course = $1 AND class.planned_at >= $2 AND class.planned_at <= $3
                        AND class.phase IN ('running', 'paused', 'saved') AND (is_present = 1 OR doubt IS NOT NULL))
            """, by: "person.name_key, person.id")
        let words = SearchKey.words([search])
        return words.isEmpty ? people : people.filter { $0.student.matches(words) }
    }

    /// Students of a course, of whom those not seen for longest come first; at most 1,000.
    ///
    /// - Parameter times: planned starts of the classes that count.
    func students(of course: Identifier, _ times: ClosedRange<Instant>) async throws -> [CourseAttendee] {
        try await attendees(
            of: course, times, "person.id IN (SELECT person FROM enrolment WHERE course = $1 AND state = 'accepted')",
            by: "COALESCE(total.last_seen, 0), person.name_key, person.id")
    }

    /// People with what their marks at the classes of a course come to; at most 1,000.
    ///
    /// Goes by the classes of the course in the span (`class_by_course`) and the marks of each (the key of `mark`), which
    /// are summed up by the engine.
    ///
    /// - Parameters:
    ///   - condition: which people.
    ///   - order: of which the first come.
    private func attendees(
        of course: Identifier, _ times: ClosedRange<Instant>, _ condition: String, by order: String
    ) async throws -> [CourseAttendee] {
        try await database.rows(
            """
            SELECT person.*, student_type.name AS type_name, COALESCE(joined.since, joined.at) AS joined_at, total.number, total.early, total.last_seen
            FROM person
                 LEFT JOIN student_type ON student_type.id = person.type AND student_type.is_deleted = 0
                 LEFT JOIN enrolment AS joined ON joined.course = $1 AND joined.person = person.id AND joined.state = 'accepted'
                 LEFT JOIN (SELECT mark.person AS who, SUM(is_present) AS number,
                                   MAX(CASE WHEN is_present = 1 THEN class.planned_at END) AS last_seen,
                                   SUM(CASE WHEN class.ended_at >= COALESCE(own.since, own.at) THEN 0 ELSE 1 END) AS early
                            FROM class JOIN mark ON mark.class = class.id
                                 LEFT JOIN enrolment AS own ON own.course = class.course AND own.person = mark.person
                                     AND own.state = 'accepted'
                            WHERE class.course = $1 AND class.planned_at >= $2 AND class.planned_at <= $3
                                  AND class.phase = 'saved'
                            GROUP BY mark.person) AS total ON total.who = person.id
            WHERE \(condition) AND removed_at IS NULL ORDER BY \(order) LIMIT 1000
            """, course, times.lowerBound, times.upperBound
        ).map { row in
            CourseAttendee(
                student: try Person(row), joined: try row.optionalInstant("joined_at"),
                present: Int(try row.optionalInteger("number") ?? 0), early: Int(try row.optionalInteger("early") ?? 0),
                lastSeen: try row.optionalInstant("last_seen"))
        }
    }

    /// Attendance at the classes of a course with a planned start in a range, by class and person.
    public func attendance(
        in course: Identifier, _ times: ClosedRange<Instant>
    ) async throws -> [Pair: Attendance.State] {
        try await database.read { connection in
            let marks = try connection.rows(
                """
                SELECT mark.class, mark.person, is_present, doubt FROM mark JOIN class ON class.id = mark.class
                WHERE class.course = $1 AND class.planned_at >= $2 AND class.planned_at <= $3
                """, course, times.lowerBound, times.upperBound
            ).map { row in
                let isDoubted = try row.optionalText("doubt") != nil
                let state: Attendance.State = try row.flag("is_present") ? .present : isDoubted ? .unconfirmed : .absent
                return (try row.pair("class", "person"), state)
            }
            return Dictionary(marks) { _, last in last }
        }
    }
}

extension Person {
    /// Whether each word begins a word of the name or of the student ID.
    fileprivate func matches(_ words: Set<String>) -> Bool {
        SearchKey.isFound(words, in: SearchKey.words(ofNames: [name.full, studentID ?? ""]))
    }
}
