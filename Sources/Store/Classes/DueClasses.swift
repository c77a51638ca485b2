import Classroom

extension Store {
    /// Classes of courses that are due or next, and the usual venue.
    public func classesToStart(by instructor: Identifier, now: Instant = .now) async throws -> ClassesToStart {
        try await database.read { connection in
            let coming = try connection.rows(
                ClassSession.selecting("course.time_zone AS course_zone") + """
                     JOIN course_instructor ON course_instructor.course = class.course
                    WHERE course_instructor.person = $1 AND course.is_archived = 0 AND phase = 'scheduled' AND planned_at BETWEEN $2 AND $3
                      AND planned_at + minutes * 60000 > $4
                    ORDER BY planned_at, class.id LIMIT \(ClassesToStart.mostDue + 1)
                    """, instructor, now.adding(milliseconds: -ClassesToStart.longest.after),
                now.adding(milliseconds: ClassesToStart.longest.before), now
            ).map { (session: try ClassSession($0), timeZone: try $0.text("course_zone")) }
            let due = coming.prefix { now.adding(milliseconds: ClassesToStart.dueBefore) >= $0.session.startedAt }
            let usual = try connection.usualVenue(of: instructor, now)
            return ClassesToStart(
                due: Array(due.prefix(ClassesToStart.mostDue)), next: coming.dropFirst(due.count).first, usual: usual)
        }
    }
}

extension Connection {
    fileprivate func usualVenue(of instructor: Identifier, _ now: Instant) throws -> Venue? {
        let held = try rows(
            """
            SELECT class.course, venue.id AS class_venue, venue.is_hidden, started_at
            FROM class \(Venue.join("class.venue")) WHERE instructor = $1 AND phase = 'saved'
            ORDER BY started_at DESC, class.id DESC LIMIT \(ClassesToStart.mostTelling)
            """, instructor
        ).filter { try $0.optionalIdentifier("course") == nil && !$0.flag("is_hidden") }
        let all = try held.map {
            UsualVenue.Held(venue: try $0.identifier("class_venue"), startedAt: try $0.instant("started_at"))
        }
        guard let usual = UsualVenue.choose(among: all, now: now) else { return nil }
        return try first("SELECT \(Venue.columns) FROM venue WHERE id = $1", usual)
            .map { try Venue($0, from: nil) }
    }
}
