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
    /// Classes of courses that are to come.
    public let courseClasses: [OfflineCourseClass]
    /// Batch of all people, in order of identifier.
    public let people: [(person: Person, details: PersonDetails)]
    /// Cursor of the next batch of people.
    public let next: Cursor?
}

/// Class with the events from which its state follows.
public struct OfflineClassSession: Sendable {
    /// The class, at the venue that is shown for it.
    public let row: ClassRow
    public let course: OfflineCourse?
    /// What was told of it, by time.
    public let events: [OfflineEvent]
    public let marks: [OfflineMark]
}

/// Course of a class.
public struct OfflineCourse: Sendable {
    public let id: Identifier
    public let title: String
    /// IANA name of its time zone.
    public let timeZone: String
}

/// Event of a class, as the journal has it.
public struct OfflineEvent: Sendable {
    public let kind: String
    public let fields: [Field]
    public let at: Instant
    public let device: Identifier
    public let maker: Identifier?
    public let sequence: Int64
}

/// Class of a course that is to come.
public struct OfflineCourseClass: Sendable {
    public let id: Identifier
    public let course: OfflineCourse
    public let venue: Identifier
    public let plannedAt: Instant
    public let minutes: Int
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

    /// What a device of this instructor takes along: every venue and student type, the classes in session and the newest saved ones
    /// with the first part, and people, `most` in a part.
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
            let inSession = after == nil ? try connection.classesInSession(of: instructor) : []
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

    fileprivate func classesInSession(of instructor: Identifier) throws -> [OfflineClassSession] {
        let phase = "phase IN ('running', 'paused')"
        return try offlineClasses("instructor = $1 AND \(phase) AND class.course IS NULL", of: instructor)
            + offlineClasses(
                """
                class.course IN (SELECT course FROM course_instructor WHERE course_instructor.person = $1) AND \(phase)
                """, of: instructor)
    }

    fileprivate func savedClasses(of instructor: Identifier, most: Int) throws -> [OfflineClassSession] {
        try offlineClasses(
            "instructor = $1 AND phase = 'saved' ORDER BY started_at DESC, class.id DESC LIMIT \(most)", of: instructor)
    }

    private func offlineClasses(_ condition: String, of instructor: Identifier) throws -> [OfflineClassSession] {
        try rows(
            """
            SELECT class.*, course.title AS course_title, course.time_zone AS course_zone,
                   \(Venue.idShown(at: "class.venue")) AS class_venue
            FROM class LEFT JOIN course ON course.id = class.course WHERE
            """ + " " + condition, instructor
        ).map { row in
            var session = try ClassRow(row)
            session.venue = try row.identifier("class_venue")
            return OfflineClassSession(
                row: session, course: try session.course.map { try OfflineCourse($0, row) },
                events: try offlineEvents(of: session.id), marks: try offlineMarks(at: session.id))
        }
    }

    private func offlineEvents(of session: Identifier) throws -> [OfflineEvent] {
        try rows(
            """
            SELECT \(ClassEvent.columns), maker FROM entry WHERE class = $1 AND \(ClassEvent.isOne)
            ORDER BY happened_at, sequence
            """, session
        ).map { row in
            OfflineEvent(
                kind: try row.text("kind"), fields: try CanonicalFields.fields(row.text("fields")),
                at: try row.instant("happened_at"), device: try row.identifier("device"),
                maker: try row.optionalIdentifier("maker"), sequence: try row.integer("sequence"))
        }
    }

    fileprivate func courseClasses(of instructor: Identifier) throws -> [OfflineCourseClass] {
        try rows(
            """
            SELECT class.id, class.course, title AS course_title, time_zone AS course_zone,
                   \(Venue.idShown(at: "class.venue")) AS class_venue, planned_at, minutes
            FROM class JOIN course ON course.id = class.course
                 JOIN course_instructor ON course_instructor.course = class.course
            WHERE course_instructor.person = $1 AND phase = 'scheduled' AND is_archived = 0 AND planned_at > $2
            ORDER BY planned_at, class.id LIMIT 200
            """, instructor, Instant.now.adding(milliseconds: -2 * 86_400_000)
        ).map { row in
            OfflineCourseClass(
                id: try row.identifier("id"), course: try OfflineCourse(row.identifier("course"), row),
                venue: try row.identifier("class_venue"), plannedAt: try row.instant("planned_at"),
                minutes: try Int(row.integer("minutes")))
        }
    }

    private func offlineMarks(at session: Identifier) throws -> [OfflineMark] {
        try rows("SELECT person, is_present, at FROM mark WHERE class = $1 ORDER BY person", session).map { row in
            OfflineMark(
                person: try row.identifier("person"), isPresent: try row.flag("is_present"), at: try row.instant("at"))
        }
    }
}

extension OfflineCourse {
    fileprivate init(_ id: Identifier, _ row: Row) throws {
        self.id = id
        title = try row.text("course_title")
        timeZone = try row.text("course_zone")
    }
}
