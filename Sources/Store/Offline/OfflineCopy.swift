import Classroom

/// Data that an instructor's device needs to run a class offline.
public struct OfflineCopy: Sendable {
    /// Venues: those that are offered, then those that are hidden.
    public let venues: [Venue]
    /// Whether there are more venues.
    public let hasMoreVenues: Bool
    public let types: [StudentType]
    public let classes: [OfflineClassSession]
    /// Whether more classes were saved.
    public let hasMoreClasses: Bool
    /// Classes of courses, in session or to come.
    public let courseClasses: [OfflineCourseClass]
    /// Batch of all people, in order of identifier.
    public let people: [(person: Person, details: PersonDetails)]
    /// Cursor of the next batch of people.
    public let next: Cursor?
}

/// Class with the steps from which its state follows.
public struct OfflineClassSession: Sendable {
    public let id: Identifier
    public let venue: Identifier
    /// Title of the course; `nil` for a drop-in class.
    public let courseTitle: String?
    public let startedAt: Instant
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    public let temperature: Double?
    /// Steps after the start, by time.
    public let steps: [(step: ClassLifeCycle.Step, at: Instant)]
    /// What was put right afterwards.
    public let story: ClassStory
    public let marks: [OfflineMark]
}

/// Class of a course, in session or to come.
public struct OfflineCourseClass: Sendable {
    public let id: Identifier
    public let inSession: Bool
    /// Title of the course.
    public let title: String
    public let venue: Identifier
    public let plannedAt: Instant
    public let minutes: Int
    /// IANA name of the course's time zone.
    public let timeZone: String
}

/// Current mark of a person at a class.
public struct OfflineMark: Sendable {
    public let person: Identifier
    public let isPresent: Bool
    public let at: Instant
}

extension Store {
    /// How many venues, and how many saved classes, are taken along.
    private static let mostVenues = 1000
    private static let mostSaved = ClassesToStart.mostTelling

    /// What a device of this instructor takes along: every venue and student type, the drop-in classes in session and the
    /// newest saved ones with the first part, and people, `most` in a part.
    public func offlineCopy(
        for instructor: Identifier, after: String? = nil, most: Int = 1000
    ) async throws -> OfflineCopy {
        let start = try after.map { try Cursor(reading: $0, like: [.identifier]).values } ?? [Identifier.least.sqlValue]
        let types = after == nil ? try await studentTypes() : []
        return try await database.read { [start] connection in
            let people = try connection.rows(
                Person.selectWithDetails
                    + " WHERE person.id > $1 AND removed_at IS NULL ORDER BY person.id LIMIT \(most + 1)", values: start
            )
            let shown = try people.prefix(most).map { (person: try Person($0), details: try PersonDetails($0)) }
            let next = people.count > most ? shown.last.map { Cursor([$0.person.id.sqlValue]) } : nil
            let venues = after == nil ? try connection.venues(most: Self.mostVenues + 1) : []
            let saved = after == nil ? try connection.savedClasses(of: instructor, most: Self.mostSaved + 1) : []
            let inSession = after == nil ? try connection.dropInClasses(of: instructor) : []
            return OfflineCopy(
                venues: Array(venues.prefix(Self.mostVenues)), hasMoreVenues: venues.count > Self.mostVenues,
                types: types, classes: inSession + saved.prefix(Self.mostSaved),
                hasMoreClasses: saved.count > Self.mostSaved,
                courseClasses: after == nil ? try connection.courseClasses(of: instructor) : [], people: shown,
                next: next)
        }
    }
}

extension Connection {
    fileprivate func venues(most: Int) throws -> [Venue] {
        try rows(
            """
            SELECT \(Venue.columns) FROM venue WHERE merged_into IS NULL
            ORDER BY is_hidden, name_key, id LIMIT \(most)
            """
        ).map { try Venue($0, from: nil) }
    }

    fileprivate func dropInClasses(of instructor: Identifier) throws -> [OfflineClassSession] {
        try offlineClasses("phase IN ('running', 'paused') AND class.course IS NULL", of: instructor)
    }

    fileprivate func savedClasses(of instructor: Identifier, most: Int) throws -> [OfflineClassSession] {
        try offlineClasses("phase = 'saved' ORDER BY started_at DESC, class.id DESC LIMIT \(most)", of: instructor)
    }

    private func offlineClasses(_ condition: String, of instructor: Identifier) throws -> [OfflineClassSession] {
        try rows(
            """
            SELECT class.id, course.title AS course_title, \(Venue.idShown(at: "class.venue")) AS class_venue, phase,
                   started_at, began_at, ended_at, worked, temperature
            FROM class LEFT JOIN course ON course.id = class.course WHERE instructor = $1 AND
            """ + " " + condition, instructor
        ).map { row in
            let id = try row.identifier("id")
            let story = try story(of: id, beganAt: row.optionalInstant("began_at"))
            return OfflineClassSession(
                id: id, venue: try row.identifier("class_venue"),
                courseTitle: try row.optionalText("course_title"), startedAt: try row.instant("started_at"),
                temperature: try row.optionalReal("temperature"),
                steps: try story.changes.isEmpty ? steps(of: id) : stepsAsTold(row), story: story,
                marks: try offlineMarks(at: id))
        }
    }

    private func steps(of session: Identifier) throws -> [(step: ClassLifeCycle.Step, at: Instant)] {
        try classEvents(of: session).compactMap { event in event.step.map { (step: $0, at: event.at) } }
            .filter { $0.step != .started }
    }

    /// Steps from which follows what somebody said of a class that is over: devices know no others.
    private func stepsAsTold(_ row: Row) throws -> [(step: ClassLifeCycle.Step, at: Instant)] {
        guard try row.word("phase") == ClassLifeCycle.Phase.saved, let end = try row.optionalInstant("ended_at") else {
            return try steps(of: row.identifier("id"))
        }
        let pause = try row.instant("started_at").adding(milliseconds: row.integer("worked"))
        return (pause < end ? [(.paused, pause)] : []) + [(.saved, end)]
    }

    fileprivate func courseClasses(of instructor: Identifier) throws -> [OfflineCourseClass] {
        try rows(
            """
            SELECT class.id, phase, title, \(Venue.idShown(at: "class.venue")) AS class_venue, planned_at, minutes, time_zone
            FROM class JOIN course ON course.id = class.course
                 JOIN course_instructor ON course_instructor.course = class.course
            WHERE course_instructor.person = $1
              AND (phase IN ('running', 'paused') OR phase = 'scheduled' AND is_archived = 0 AND planned_at > $2)
            ORDER BY phase, planned_at, class.id LIMIT 200
            """, instructor, Instant.now.adding(milliseconds: -2 * 86_400_000)
        ).map { row in
            OfflineCourseClass(
                id: try row.identifier("id"), inSession: try row.text("phase") != "scheduled",
                title: try row.text("title"), venue: try row.identifier("class_venue"),
                plannedAt: try row.instant("planned_at"), minutes: try Int(row.integer("minutes")),
                timeZone: try row.text("time_zone"))
        }
    }

    private func offlineMarks(at session: Identifier) throws -> [OfflineMark] {
        try rows("SELECT person, is_present, at FROM mark WHERE class = $1 ORDER BY person", session).map { row in
            OfflineMark(
                person: try row.identifier("person"), isPresent: try row.flag("is_present"), at: try row.instant("at"))
        }
    }
}
