import Classroom

/// Class that somebody attended, or missed.
public struct AttendedClass: Sendable {
    public let id: Identifier
    /// Course and its title; `nil` for a class of none.
    public let course: (id: Identifier, title: String)?
    public let at: Instant
    public let isPresent: Bool
}

/// Attendance of a person at their courses, and at whatever else they came to.
public struct PersonAttendance: Sendable {
    /// Classes since the beginning of the span, newest first.
    public let classes: [AttendedClass]
    /// Start of the class at which the person was last present, at whatever time; `nil` if at none.
    public let lastSeen: Instant?
}

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
                      AND class.phase = 'saved' AND (class.ended_at >= enrolment.at OR mark.is_present = 1) \(isTaught)
                ORDER BY class.planned_at DESC, class.id LIMIT 1000
                """, values: values)
            let came = try connection.rows(
                """
                SELECT class.id, class.course, course.title, COALESCE(class.planned_at, class.started_at) AS at, is_present
                FROM mark JOIN class ON class.id = mark.class LEFT JOIN course ON course.id = class.course
                WHERE mark.person = $1 AND mark.at >= $2 AND mark.is_present = 1 AND mark.is_saved = 1 AND class.phase = 'saved' \(isTaught)
                ORDER BY mark.at DESC, class.id LIMIT 1000
                """, values: values)
            let last = try connection.rows(
                """
                SELECT at FROM (
                    SELECT * FROM (
                        SELECT COALESCE(class.started_at, class.planned_at) AS at, mark.at AS marked_at
                        FROM mark JOIN class ON class.id = mark.class
                        WHERE mark.person = $1 AND mark.at >= $2 AND mark.is_present = 1 AND mark.is_saved = 1
                              AND class.phase = 'saved' \(isTaught)
                        ORDER BY mark.at DESC LIMIT 1) AS saved
                    UNION ALL
                    SELECT COALESCE(class.started_at, class.planned_at), mark.at
                    FROM class CROSS JOIN mark
                    WHERE mark.class = class.id AND mark.person = $1
                          AND class.phase IN ('running', 'paused') AND mark.at >= $2 AND mark.is_present = 1 \(isTaught)
                ) AS seen ORDER BY marked_at DESC LIMIT 1
                """, values: [values[0], Instant(milliseconds: 0).sqlValue] + values.dropFirst(2)
            ).first
            let known = try own.map(AttendedClass.init)
            let ids = Set(known.map(\.id))
            let others = try came.map(AttendedClass.init).filter { !ids.contains($0.id) && $0.at >= start }
            return PersonAttendance(
                classes: (known + others).sorted { ($1.at, $1.id) < ($0.at, $0.id) }, lastSeen: try last?.instant("at"))
        }
    }

    /// Attendance of a course since a time: its newest 1,000 classes, and its first 1,000 students.
    ///
    /// Goes by the classes of the course in the span (`class_by_course`) and the marks of each (the key of `mark`), which
    /// are summed up by the engine; the number present of each class is kept with it.
    public func rates(of course: Identifier, since start: Instant) async throws -> CourseRates {
        let held = try await heldClasses(of: course).filter { $0.isSaved && $0.plannedAt >= start }
        let rows = try await database.rows(
            """
            SELECT person.*, student_type.name AS type_name, COALESCE(seen.number, 0) AS number, COALESCE(seen.early, 0) AS early,
                   seen.last_seen, (SELECT COUNT(*) FROM class WHERE class.course = $1 AND class.planned_at >= $2
                     AND class.phase = 'saved' AND class.ended_at >= enrolment.at) AS held
            FROM enrolment JOIN person ON person.id = enrolment.person
                 LEFT JOIN student_type ON student_type.id = person.type AND student_type.is_deleted = 0
                 LEFT JOIN (SELECT mark.person AS who, COUNT(*) AS number, MAX(class.planned_at) AS last_seen,
                                   SUM(CASE WHEN class.ended_at >= joined.at THEN 0 ELSE 1 END) AS early
                            FROM class JOIN mark ON mark.class = class.id
                                 JOIN enrolment AS joined ON joined.course = class.course AND joined.person = mark.person
                            WHERE class.course = $1 AND class.planned_at >= $2 AND class.phase = 'saved'
                                  AND mark.is_present = 1
                            GROUP BY mark.person) AS seen ON seen.who = person.id
            WHERE enrolment.course = $1 AND enrolment.state = 'accepted' AND removed_at IS NULL
            ORDER BY COALESCE(seen.last_seen, 0), person.name_key, person.id LIMIT 1000
            """, course, start)
        let students = try rows.map { row in
            let (held, early) = try (Int(row.integer("held")), Int(row.integer("early")))
            return StudentRate(
                student: try Person(row),
                rate: AttendanceRate(held: held + early, attended: Int(try row.integer("number"))),
                lastSeen: try row.optionalInstant("last_seen"))
        }
        return CourseRates(classes: held, students: students)
    }
}

extension AttendedClass {
    fileprivate init(_ row: Row) throws {
        id = try row.identifier("id")
        course = try row.optionalIdentifier("course").map { (id: $0, title: try row.text("title")) }
        at = try row.instant("at")
        isPresent = try row.flag("is_present")
    }
}
