import Classroom

extension Store {
    /// Classes in session, with open attendance, of the courses that a student takes; at most 50.
    public func openClasses(of student: Identifier) async throws -> [OpenClass] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT class.id, COALESCE(class.planned_at, class.started_at) AS start, fence_latitude,
                       fence_longitude, fence_radius, course.accuracy, \(AttendancePolicy.ofClass)
                FROM enrolment JOIN course ON course.id = enrolment.course JOIN class ON class.course = course.id
                WHERE enrolment.person = $1 AND enrolment.state = 'accepted'
                      AND phase IN ('running', 'paused') AND class.is_open = 1
                ORDER BY class.started_at DESC, class.id LIMIT 50
                """, student
            ).map { row in
                OpenClass(
                    id: try row.identifier("id"), start: try row.instant("start"), fence: try Geofence(row),
                    policy: try AttendancePolicy(row))
            }
        }
    }
}
