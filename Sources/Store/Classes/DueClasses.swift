import Classroom

/// What an instructor may want to start now.
public struct ClassesToStart: Sendable {
    /// Classes of courses whose time it is, the earliest first.
    public let due: [(session: ClassSession, timeZone: String)]
    /// The next class after those, if it is within a week.
    public let next: (session: ClassSession, timeZone: String)?
    /// Venue of the usual drop-in class at this time of the week; `nil` if there has been none.
    public let usual: Venue?
}

extension Store {
    /// How long before its start a class is due, in milliseconds.
    public static let dueBefore: Int64 = 3_600_000
    /// How many saved classes say which venue is the usual one. As many are taken along by devices.
    static let mostTelling = 30
    private static let mostDue = 3

    /// Classes of courses that are due or next, and the usual venue.
    public func classesToStart(by instructor: Identifier, now: Instant = .now) async throws -> ClassesToStart {
        try await database.read { connection in
            let coming = try connection.rows(
                ClassSession.selecting("course.time_zone AS course_zone") + """
                     JOIN course_instructor ON course_instructor.course = class.course
                    WHERE course_instructor.person = $1 AND phase = 'scheduled' AND planned_at BETWEEN $2 AND $3
                      AND planned_at + minutes * 60000 > $4
                    ORDER BY planned_at, class.id LIMIT \(Self.mostDue + 1)
                    """, instructor, now.adding(milliseconds: -86_400_000), now.adding(milliseconds: 7 * 86_400_000),
                now
            ).map { (session: try ClassSession($0), timeZone: try $0.text("course_zone")) }
            let due = coming.prefix { now.adding(milliseconds: Self.dueBefore) >= $0.session.startedAt }
            let usual = try connection.usualVenue(of: instructor, now)
            return ClassesToStart(
                due: Array(due.prefix(Self.mostDue)), next: coming.dropFirst(due.count).first, usual: usual)
        }
    }
}

extension Connection {
    fileprivate func usualVenue(of instructor: Identifier, _ now: Instant) throws -> Venue? {
        let held = try rows(
            """
            SELECT course, venue, started_at FROM class WHERE instructor = $1 AND phase = 'saved'
            ORDER BY started_at DESC, id DESC LIMIT \(Store.mostTelling)
            """, instructor
        ).filter { try $0.optionalIdentifier("course") == nil }
        let all = try held.map {
            UsualVenue.Held(venue: try $0.identifier("venue"), startedAt: try $0.instant("started_at"))
        }
        guard let usual = UsualVenue.choose(among: all, now: now) else { return nil }
        return try first("SELECT id, name, address, latitude, longitude, radius FROM venue WHERE id = $1", usual)
            .map { try Venue($0, from: nil) }
    }
}
