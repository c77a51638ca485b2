import Classroom

/// Filter for a course's classes.
public enum ClassTime: String, CaseIterable, Sendable {
    /// Classes in session or to come, next first.
    case coming
    /// Classes planned for later, which nobody has started or cancelled, next first.
    case planned
    /// Past classes, latest first.
    case past
}

extension ClassTime {
    /// SQL condition of the classes; $2 is the moment that parts them.
    fileprivate var condition: String {
        let isComing = "(phase IN ('running', 'paused') OR phase IN ('scheduled', 'cancelled') AND planned_at >= $2)"
        return switch self {
        case .coming: isComing
        case .past: "NOT \(isComing)"
        case .planned: "phase = 'scheduled' AND planned_at > $2"
        }
    }
}

extension Store {
    /// Class that the person teaches, or whose course they take, unless it was deleted.
    public func session(_ id: Identifier, for person: Person) async throws -> ClassSession {
        if person.role == .instructor { return try await session(id, taughtBy: person.id) }
        return try await database.read { connection in
            try connection.first(
                ClassSession.select + """
                     JOIN enrolment ON enrolment.course = class.course
                    WHERE class.id = $1 AND enrolment.person = $2 AND enrolment.state = 'accepted'
                    """, id, person.id
            ).map(ClassSession.init)
        }.undeleted
    }

    /// Classes of a course.
    public func classes(
        of course: Identifier, _ time: ClassTime, after: String? = nil, most: Int = 20, now: Instant = .now
    ) async throws -> ListPage<ClassSession> {
        let edge = time == .planned ? now : now.adding(milliseconds: -ClassSession.grace)
        var values: [SQLValue] = [course.sqlValue, edge.sqlValue]
        var seek = ""
        if let after {
            let cursor = try Cursor(reading: after, like: [.integer, .identifier])
            seek = " AND (planned_at, class.id) \(time == .past ? "<" : ">") ($3, $4)"
            values += cursor.values
        }
        let order = time == .past ? "planned_at DESC, class.id DESC" : "planned_at, class.id"
        let sql =
            ClassSession.select + " WHERE class.course = $1 AND phase <> 'deleted'"
            + " AND \(time.condition)\(seek) ORDER BY \(order) LIMIT \(most + 1)"
        return try await database.read { [values] connection in
            let rows = try connection.rows(sql, values: values)
            let shown = rows.prefix(most)
            let next = rows.count > most ? try shown.last.map(Self.cursor) : nil
            return ListPage(elements: try shown.map(ClassSession.init), next: next)
        }
    }

    /// Classes that take place at the same time as others to be scheduled: at the same venue, or of the same instructors.
    ///
    /// - Parameters:
    ///   - spans: starts and ends of the classes to be scheduled.
    ///   - moved: class that is moved, if any.
    public func classes(
        during spans: [Range<Instant>], at venue: Identifier, orOfInstructorsOf course: Identifier,
        except moved: Identifier?
    ) async throws -> [ClassSession] {
        guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() else { return [] }
        // No class is planned to be longer than a day.
        let longest: Int64 = 86_400_000
        let rows = try await database.read { connection in
            try connection.rows(
                ClassSession.select + """
                     WHERE phase IN ('scheduled', 'running', 'paused') AND planned_at > $1 AND planned_at < $2
                       AND class.id <> $5 AND (class.venue IN (SELECT id FROM venue WHERE id = $3 OR shown_as = $3)
                         OR class.course IN (
                            SELECT other.course FROM course_instructor AS own
                            JOIN course_instructor AS other ON other.person = own.person WHERE own.course = $4))
                    ORDER BY planned_at, class.id LIMIT 2000
                    """, first.adding(milliseconds: -longest), last, venue, course, moved ?? .least
            ).map(ClassSession.init)
        }
        return rows.filter { session in
            guard let start = session.plannedAt, let minutes = session.minutes else { return false }
            let end = start.adding(milliseconds: Int64(minutes) * 60_000)
            return spans.contains { $0.lowerBound < end && start < $0.upperBound }
        }
    }

    private static func cursor(_ row: Row) throws -> Cursor {
        Cursor([.integer(try row.integer("planned_at")), try row.identifier("id").sqlValue])
    }

    /// Place of a class among the classes of its course, by planned start.
    public func place(of session: ClassSession) async throws -> ClassPlace? {
        guard let course = session.course, let planned = session.plannedAt else { return nil }
        let all = " WHERE class.course = $1 AND phase <> 'deleted'"
        return try await database.read { connection in
            let previous = try connection.first(
                ClassSession.select + all
                    + " AND (planned_at, class.id) < ($2, $3) ORDER BY planned_at DESC, class.id DESC LIMIT 1",
                course, planned, session.id)
            let next = try connection.first(
                ClassSession.select + all
                    + " AND (planned_at, class.id) > ($2, $3) ORDER BY planned_at, class.id LIMIT 1",
                course, planned, session.id)
            let counts = try connection.first(
                """
                SELECT COUNT(*) AS number, SUM(CASE WHEN (planned_at, class.id) <= ($2, $3) THEN 1 ELSE 0 END) AS place
                FROM class
                """ + all, course, planned, session.id)
            return ClassPlace(
                previous: try previous.map(ClassSession.init), next: try next.map(ClassSession.init),
                number: try Int(counts?.integer("place") ?? 1), count: try Int(counts?.integer("number") ?? 1))
        }
    }
}
