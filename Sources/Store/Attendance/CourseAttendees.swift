import Classroom

extension Store {
    /// Classes of a course that have begun, newest first; at most 1,000.
    public func heldClasses(of course: Identifier) async throws -> [HeldClass] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT id, planned_at, phase, attending FROM class
                WHERE course = $1 AND phase IN ('running', 'paused', 'saved')
                ORDER BY planned_at DESC, id DESC LIMIT 1000
                """, course
            ).map { row in
                HeldClass(
                    id: try row.identifier("id"), plannedAt: try row.instant("planned_at"),
                    isSaved: try row.word("phase", of: ClassLifeCycle.Phase.self) == .saved,
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
        let marked = """
            FROM mark JOIN class ON class.id = mark.class
            WHERE class.course = $1 AND class.planned_at >= $2 AND class.planned_at <= $3
            """
        let people = try await database.read { connection in
            try connection.rows(
                """
                SELECT person.*, NULL AS type_name, COALESCE(total.number, 0) AS present_count
                FROM person LEFT JOIN (SELECT mark.person AS who, COUNT(*) AS number \(marked)
                    AND class.phase = 'saved' AND is_present = 1 GROUP BY mark.person) AS total ON total.who = person.id
                WHERE person.id IN (SELECT person FROM enrolment WHERE course = $1 AND state = 'accepted'
                    UNION SELECT mark.person \(marked) AND class.phase IN ('running', 'paused', 'saved')
                        AND (is_present = 1 OR doubt IS NOT NULL))
                    AND removed_at IS NULL
                ORDER BY person.name_key, person.id LIMIT 1000
                """, course, times.lowerBound, times.upperBound
            ).map { CourseAttendee(student: try Person($0), present: Int(try $0.integer("present_count"))) }
        }
        let words = SearchKey.words([search])
        return words.isEmpty ? people : people.filter { $0.student.matches(words) }
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
