import Classroom

extension Store {
    /// Instructor's class in session, if any; of several, the preferred one, or else the newest.
    public func classInSession(
        of instructor: Identifier, preferring preferred: Identifier? = nil
    ) async throws -> ClassSession? {
        try await database.read { connection in
            try connection.first(
                ClassSession.select + """
                     WHERE instructor = $1 AND phase IN ('running', 'paused')
                    ORDER BY CASE class.id WHEN $2 THEN 0 ELSE 1 END, started_at DESC, class.id DESC LIMIT 1
                    """,
                // No class has the identifier of a person.
                instructor, preferred ?? instructor
            ).map(ClassSession.init)
        }
    }

    /// An instructor's classes in session besides one, newest first: they were started on devices unaware of each other.
    public func classesInSession(of instructor: Identifier, besides id: Identifier) async throws -> [ClassSession] {
        try await database.read { connection in
            try connection.rows(
                ClassSession.select + """
                     WHERE instructor = $1 AND phase IN ('running', 'paused') AND class.id <> $2
                    ORDER BY started_at DESC, class.id DESC LIMIT 10
                    """, instructor, id
            ).map(ClassSession.init)
        }
    }

    /// Newest classes in session without a known outside temperature, and their positions.
    public func classesWithoutTemperature(most: Int = 20) async throws -> [(id: Identifier, position: Position)] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT id, fence_latitude, fence_longitude FROM class
                WHERE phase IN ('running', 'paused') AND temperature IS NULL AND fence_latitude IS NOT NULL
                ORDER BY started_at DESC LIMIT $1
                """, most
            ).map { row in
                let position = Position(
                    latitude: try row.real("fence_latitude"), longitude: try row.real("fence_longitude"))
                return (try row.identifier("id"), position)
            }
        }
    }

    /// Class that the person teaches, unless it was deleted.
    public func session(_ id: Identifier, taughtBy instructor: Identifier) async throws -> ClassSession {
        try await database.read { connection in
            try connection.first(
                ClassSession.select + " WHERE class.id = $1 AND \(ClassSession.isTaught(by: "$2"))", id, instructor
            ).map(ClassSession.init)
        }.undeleted
    }

    /// Saved classes of an instructor.
    public func sessions(
        taughtBy instructor: Identifier, _ query: SessionQuery = SessionQuery(), most: Int = 50
    ) async throws -> ListPage<ClassSession> {
        let order = SessionOrder(query.sort)
        var values: [SQLValue] = [instructor.sqlValue]
        var conditions = ["instructor = $1 AND phase = 'saved'"]
        switch query.filter {
        case .all: break
        case .course: conditions.append("class.course IS NOT NULL")
        case .dropIn: conditions.append("class.course IS NULL")
        }
        for word in FoldedWords.inOrder(Array(SearchKey.words([query.search]))) {
            values.append(.text("%\(word)%"))
            conditions.append("(venue_key LIKE $\(values.count) OR course.title_key LIKE $\(values.count))")
        }
        if let after = query.after {
            conditions.append(order.seek(from: values.count + 1))
            values += try Cursor(reading: after, like: order.pattern).values
        }
        let sql =
            ClassSession.select + " WHERE \(conditions.joined(separator: " AND "))"
            + " ORDER BY \(order.columns) LIMIT \(most + 1)"
        return try await database.read { [values] connection in
            let rows = try connection.rows(sql, values: values)
            let shown = rows.prefix(most)
            let next = rows.count > most ? try shown.last.map(order.cursor) : nil
            return ListPage(elements: try shown.map(ClassSession.init), next: next)
        }
    }

    /// Newest saved classes at which a person was present, of a single instructor or of all.
    public func sessions(attendedBy person: Identifier, taughtBy instructor: Identifier?) async throws -> [ClassSession]
    {
        try await database.read { connection in
            try connection.rows(
                ClassSession.select + """
                     JOIN mark ON mark.class = class.id
                    WHERE mark.person = $1 AND mark.is_present = 1 AND mark.is_saved = 1 AND phase = 'saved'
                      AND instructor = COALESCE($2, instructor)
                    ORDER BY started_at DESC, class.id DESC LIMIT 50
                    """, person, instructor
            ).map(ClassSession.init)
        }
    }
}

extension ClassSession {
    static let select = selecting()

    /// - Parameter further: columns of the course, which is null for a drop-in class.
    static func selecting(_ further: String...) -> String {
        """
        SELECT class.id, class.course, instructor, phase, started_at, running_since, worked, paused, ended_at, attending,
               temperature, began_at, venue_key, planned_at, minutes, class.survey AS class_survey, class.evidence AS class_evidence, class.is_open AS class_is_open,
               fence_latitude, fence_longitude, fence_radius, venue.id AS class_venue, venue.name AS venue_name,
               venue.address AS venue_address, \((["course.title AS course_title"] + further).joined(separator: ", "))
        FROM class \(Venue.join("class.venue")) LEFT JOIN course ON course.id = class.course
        """
    }

    /// SQL condition that a person teaches a class: course classes belong to all instructors of the course, others to
    /// their own instructor.
    static func isTaught(by person: String) -> String {
        """
        CASE WHEN class.course IS NULL THEN class.instructor = \(person)
             ELSE EXISTS (SELECT 1 FROM course_instructor
                          WHERE course_instructor.course = class.course AND course_instructor.person = \(person)) END
        """
    }

    convenience init(_ row: Row) throws {
        let plannedAt = try row.optionalInstant("planned_at")
        self.init(
            id: try row.identifier("id"),
            course: try row.optionalIdentifier("course"),
            instructor: try row.identifier("instructor"),
            venueID: try row.identifier("class_venue"),
            venue: try row.text("venue_name"),
            address: try row.text("venue_address"),
            phase: try row.word("phase"),
            beganAt: try row.optionalInstant("began_at"),
            startedAt: try row.optionalInstant("started_at") ?? plannedAt ?? Instant(milliseconds: 0),
            plannedAt: plannedAt,
            minutes: try row.optionalInteger("minutes").map { Int($0) },
            survey: try row.text("class_survey"),
            evidence: try row.optionalWord("class_evidence"),
            isOpen: try row.flag("class_is_open"),
            fence: try Geofence(row),
            runningSince: try row.optionalInstant("running_since"),
            worked: try row.integer("worked"),
            paused: try row.integer("paused"),
            endedAt: try row.optionalInstant("ended_at"),
            attending: Int(try row.integer("attending")),
            temperature: try row.optionalReal("temperature"),
            courseTitle: try row.optionalText("course_title"))
    }
}

extension Geofence {
    /// Geofence of a class; `nil` if it has none.
    init?(_ row: Row) throws {
        guard let latitude = try row.optionalReal("fence_latitude"),
            let longitude = try row.optionalReal("fence_longitude"), let radius = try row.optionalReal("fence_radius")
        else { return nil }
        self.init(centre: Position(latitude: latitude, longitude: longitude), radius: radius)
    }
}

/// Sort order of a list of sessions, and the cursor for its next page.
private struct SessionOrder {
    let sort: SessionSort

    init(_ sort: SessionSort) {
        self.sort = sort
    }

    var columns: String {
        switch sort {
        case .newest: "started_at DESC, class.id DESC"
        case .oldest: "started_at, class.id"
        case .venue: "venue_key, started_at, class.id"
        case .attended: "attending DESC, started_at DESC, class.id DESC"
        }
    }

    var pattern: [CursorPart] {
        switch sort {
        case .newest, .oldest: [.integer, .identifier]
        case .venue: [.text, .integer, .identifier]
        case .attended: [.integer, .integer, .identifier]
        }
    }

    func seek(from first: Int) -> String {
        switch sort {
        case .newest: "(started_at, class.id) < ($\(first), $\(first + 1))"
        case .oldest: "(started_at, class.id) > ($\(first), $\(first + 1))"
        case .venue: "(venue_key, started_at, class.id) > ($\(first), $\(first + 1), $\(first + 2))"
        case .attended: "(attending, started_at, class.id) < ($\(first), $\(first + 1), $\(first + 2))"
        }
    }

    func cursor(_ row: Row) throws -> Cursor {
        let tail: [SQLValue] = [.integer(try row.integer("started_at")), try row.identifier("id").sqlValue]
        switch sort {
        case .newest, .oldest: return Cursor(tail)
        case .venue: return Cursor([.text(try row.text("venue_key"))] + tail)
        case .attended: return Cursor([.integer(try row.integer("attending"))] + tail)
        }
    }
}

extension Optional<ClassSession> {
    /// A class that is there, and was not deleted.
    var undeleted: ClassSession {
        get throws {
            guard let self else { throw Problem.notFound }
            guard self.phase != .deleted else { throw Problem.deleted(ClassSession.deletedWords) }
            return self
        }
    }
}
