import Classroom

/// What a person is likely to open soon, perhaps where there is no signal.
public struct NearClasses: Sendable {
    /// Courses that the person teaches or takes, at most 20.
    public let courses: [Identifier]
    /// Their classes in session, then those around now, nearest first; at most 30.
    public let classes: [Identifier]
}

extension Store {
    private static let mostCourses = 20
    private static let mostClasses = 30
    /// How long before and after its planned start a class counts as near, in milliseconds.
    private static let before: Int64 = 8 * 86_400_000
    private static let after: Int64 = 86_400_000

    /// Courses and classes whose pages the person's device takes along.
    public func nearClasses(for person: Person, now: Instant = .now) async throws -> NearClasses {
        let own =
            person.role == .instructor
            ? "JOIN course_instructor AS own ON own.course = course.id WHERE own.person = $1"
            : "JOIN enrolment AS own ON own.course = course.id WHERE own.person = $1 AND own.state = 'accepted'"
        return try await database.read { connection in
            let courses = try connection.rows(
                "SELECT course.id FROM course \(own) AND is_archived = 0 ORDER BY course.id LIMIT \(Self.mostCourses)",
                person.id
            ).map { try $0.identifier("id") }
            let classes = try connection.rows(
                """
                SELECT class.id, planned_at, phase FROM class JOIN course ON course.id = class.course \(own)
                  AND is_archived = 0 AND phase <> 'deleted'
                  AND (phase IN ('running', 'paused') OR planned_at BETWEEN $2 AND $3)
                ORDER BY CASE WHEN phase IN ('running', 'paused') THEN 0 ELSE 1 END, ABS(planned_at - $4), class.id
                LIMIT \(Self.mostClasses)
                """, person.id, now.adding(milliseconds: -Self.after), now.adding(milliseconds: Self.before), now
            ).map { try $0.identifier("id") }
            return NearClasses(courses: courses, classes: classes)
        }
    }
}
