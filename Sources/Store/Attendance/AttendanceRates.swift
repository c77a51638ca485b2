import Classroom

extension Store {
    /// Attendance of a person.
    ///
    /// Goes by their enrolments, the classes of each course in the span (`class_by_course`) and the key of marks; and by
    /// their marks in the span, of classes that are saved (`mark_by_person`). At most 1,000 of each.
    ///
    /// - Parameter instructor: whose classes count; `nil` for everybody's.
    public func attendance(
        of person: Identifier, taughtBy instructor: Identifier?, since start: Instant
    ) async throws -> PersonAttendance {
        let values = [person.sqlValue, start.sqlValue] + (instructor.map { [$0.sqlValue] } ?? [])
        let isTaught = instructor == nil ? "" : "AND \(ClassSession.isTaught(by: "$3"))"
        return try await database.read { connection in
            let own = try connection.rows(
                """
                SELECT class.id, class.course, course.title, class.planned_at AS at, COALESCE(mark.is_present, 0) AS is_present
                FROM enrolment JOIN course ON course.id = enrolment.course JOIN class ON class.course = enrolment.course
                     LEFT JOIN mark ON mark.class = class.id AND mark.person = enrolment.person
                WHERE enrolment.person = $1 AND enrolment.state = 'accepted' AND class.planned_at >= $2
                      AND class.phase = 'saved' AND (class.ended_at >= COALESCE(enrolment.since, enrolment.at) OR mark.class IS NOT NULL) \(isTaught)
                ORDER BY class.planned_at DESC, class.id LIMIT 1000
                """, values: values)
            let came = try connection.rows(
                """
                SELECT class.id, class.course, course.title, COALESCE(class.planned_at, class.started_at) AS at, is_present
                FROM mark JOIN class ON class.id = mark.class LEFT JOIN course ON course.id = class.course
                WHERE mark.person = $1 AND mark.at >= $2 AND (mark.is_present = 1 OR class.course IS NOT NULL)
                      AND mark.is_saved = 1 AND class.phase = 'saved' \(isTaught)
                ORDER BY mark.at DESC, class.id LIMIT 1000
                """, values: values)
            let last = try connection.rows(
                """
                SELECT MAX(at) AS at FROM (
                    SELECT COALESCE(class.started_at, class.planned_at) AS at
                    FROM mark JOIN class ON class.id = mark.class
                    WHERE mark.person = $1 AND mark.at >= $2 AND mark.is_present = 1 AND mark.is_saved = 1
                          AND class.phase = 'saved' \(isTaught)
                    UNION ALL
                    SELECT COALESCE(class.started_at, class.planned_at)
                    FROM class CROSS JOIN mark
                    WHERE mark.class = class.id AND mark.person = $1 AND class.phase IN ('running', 'paused')
                          AND mark.at >= $2 AND mark.is_present = 1 \(isTaught)
                ) AS seen
                """, values: [values[0], Instant(milliseconds: 0).sqlValue] + values.dropFirst(2)
            ).first
            let known = try own.map(AttendedClass.init)
            let ids = Set(known.map(\.id))
            let others = try came.map(AttendedClass.init).filter { !ids.contains($0.id) && $0.at >= start }
            return PersonAttendance(
                classes: (known + others).sorted { ($1.at, $1.id) < ($0.at, $0.id) },
                lastSeen: try last?.optionalInstant("at"))
        }
    }

    /// Attendance of a course since a time: its newest 1,000 classes, and its first 1,000 students.
    public func rates(of course: Identifier, since start: Instant) async throws -> CourseRates {
        let held = try await heldClasses(of: course).filter { $0.endedAt != nil && $0.plannedAt >= start }
        let (oldest, newest) = (held.last?.plannedAt ?? start, held.first?.plannedAt ?? start)
        return CourseRates(classes: held, students: try await students(of: course, oldest...newest))
    }
}

extension AttendedClass {
    fileprivate convenience init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"),
            course: try row.optionalIdentifier("course").map { (id: $0, title: try row.text("title")) },
            at: try row.instant("at"), isPresent: try row.flag("is_present"))
    }
}
