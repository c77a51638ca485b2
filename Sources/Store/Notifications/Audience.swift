import Classroom

/// People whom something about a class concerns.
public enum Audience: Sendable {
    /// Its instructors.
    case instructors
    /// Its students whose devices found themselves inside the fence within the last 15 minutes.
    case nearby
    /// Its students who are present.
    case present
    /// Its students.
    case students

    /// How long a device counts as near a class, in milliseconds.
    public static let nearbyTime: Int64 = 15 * 60_000

    /// SQL for their identifiers; wants the class as $1.
    fileprivate func sql(now: Instant) -> String {
        let students = """
            SELECT enrolment.person FROM class JOIN enrolment ON enrolment.course = class.course
            JOIN person ON person.id = enrolment.person
            """
        let isStudent = "WHERE class.id = $1 AND enrolment.state = 'accepted' AND is_active = 1 AND role = 'student'"
        return switch self {
        case .instructors:
            """
            SELECT course_instructor.person FROM class
            JOIN course_instructor ON course_instructor.course = class.course
            JOIN person ON person.id = course_instructor.person
            WHERE class.id = $1 AND is_active = 1 AND role = 'instructor'
            """
        case .students: "\(students) \(isStudent)"
        case .present:
            """
            \(students) JOIN mark ON mark.class = class.id AND mark.person = enrolment.person
            \(isStudent) AND mark.is_present = 1
            """
        case .nearby:
            """
            \(students) JOIN nearby ON nearby.class = class.id AND nearby.person = enrolment.person
            \(isStudent) AND nearby.is_inside = 1 AND nearby.at >= \(now.milliseconds - Self.nearbyTime)
            AND NOT EXISTS (SELECT 1 FROM mark WHERE mark.class = class.id AND mark.person = enrolment.person
                              AND mark.is_present = 1)
            """
        }
    }
}

extension Store {
    /// Those of an audience who want to be told of a topic.
    public func people(
        _ audience: Audience, of session: Identifier, wanting topic: NotificationTopic, now: Instant = .now
    ) async throws -> [Identifier] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT person FROM (\(audience.sql(now: now))) AS audience
                WHERE NOT EXISTS (SELECT 1 FROM notification_choice AS choice
                                  WHERE choice.person = audience.person AND topic = $2 AND is_wanted = 0)
                ORDER BY person
                """, session, topic.rawValue
            ).map { try $0.identifier("person") }
        }
    }

    /// Topics of which a person does not want to be told.
    public func unwantedTopics(of person: Identifier) async throws -> Set<NotificationTopic> {
        try await database.read { connection in
            let rows = try connection.rows(
                "SELECT topic FROM notification_choice WHERE person = $1 AND is_wanted = 0", person)
            return Set(try rows.map { try $0.word("topic") })
        }
    }
}
