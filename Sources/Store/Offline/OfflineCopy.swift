import Classroom

/// Data that a person's device needs without signal: of an instructor's to run a class, of a student's to take part in one.
public struct OfflineCopy: Sendable {
    /// Venues: those that are offered, then those that are hidden. Of a student's copy, those of the classes.
    public let venues: [Venue]
    /// Venues that were merged, each with the one that it was merged into: the first 1,000 by name.
    public var mergedVenues: [(venue: Venue, into: Identifier)] = []
    /// Whether there are more venues.
    public let hasMoreVenues: Bool
    public let types: [StudentType]
    /// Courses of the classes, and those of the person.
    public let courses: [OfflineCourse]
    /// Whether all archived courses that an instructor teaches are among them.
    public var hasAllArchived = false
    public let classes: [OfflineClass]
    /// Whether more classes were saved.
    public let hasMoreClasses: Bool
    /// Since when all saved classes of an instructor and of their courses are among them; `nil` for ever.
    public var allSince: Instant?
    /// Whether more classes of an instructor's courses are planned or were cancelled.
    public var hasMorePlanned = false
    /// Of an update: classes that an earlier copy may have, and this one would not.
    public var gone: [Identifier] = []
    /// Batch of all people, in order of identifier; of an update those who may have changed.
    public let people: [(person: Person, details: PersonDetails)]
    /// Whether people and classes are left out that have not changed.
    public let isUpdate: Bool
    /// Whether the person's training log may have changed.
    public let mayChangeLog: Bool
    /// Cursor of the next batch of people.
    public let next: Cursor?
}

/// Course of a class.
public struct OfflineCourse: Sendable {
    public let id: Identifier
    public let title: String
    public let description: String
    public let category: TrainingCategory?
    public let isOpen: Bool
    public let isArchived: Bool
    /// Planned start of the class in session or of the next class; `nil` if none.
    public let nextAt: Instant?
    /// Who teaches it.
    public let instructors: [Identifier]
    /// IANA name of the time zone.
    public let timeZone: String
    /// Where its classes usually take place; in a student's copy the venue that is shown.
    public var venue: Identifier
    /// Survey link; "" for none.
    public let survey: String
    public let policy: AttendancePolicy
    public let askers: Askers
    /// Number of its classes.
    public let count: Int
    /// Whether the person teaches or takes it.
    public let isOwn: Bool
    /// Since when the student takes it whose copy this is.
    public var since: Instant?
    /// Students who are enrolled, and those who ask to be, at most `Course.mostTakenAlong` each, of a course that the person teaches.
    public let enrolled: [OfflineEnrolment]?
    public let requested: [OfflineEnrolment]?
}

/// Somebody who takes a course, or asks to, and since when.
public struct OfflineEnrolment: Sendable {
    public let person: Identifier
    public let at: Instant
}

extension Store {
    /// How many venues are taken along.
    private static let mostVenues = 1000

    /// What a device of this instructor takes along: every venue and student type, its classes and their courses with the
    /// first part, and people, `most` in a part.
    ///
    /// - Parameters:
    ///   - since: the entry as of which the device has a copy: if little has happened since, people and classes are left out
    ///     that have not changed.
    ///   - mostMarks: how many marks the saved classes have together, but for the newest ones.
    public func offlineCopy(
        for instructor: Identifier, after: String? = nil, since: Int64? = nil, most: Int = 1000,
        mostMarks: Int64 = 12_000, now: Instant = .now
    ) async throws -> OfflineCopy {
        let start = try after.map { try Cursor(reading: $0, like: [.identifier]).values } ?? [Identifier.least.sqlValue]
        let types = after == nil ? try await studentTypes() : []
        return try await database.read { [start] connection in
            let changes = try since.flatMap { since in
                after == nil ? try connection.changes(after: since, most: most, for: instructor, now: now) : nil
            }
            let people =
                if let changes {
                    try connection.found(
                        Person.selectWithDetails + " WHERE person.id IN $list AND removed_at IS NULL",
                        changes.people.map { [$0.sqlValue] })
                } else {
                    try connection.rows(
                        Person.selectWithDetails
                            + " WHERE person.id > $1 AND removed_at IS NULL ORDER BY person.id LIMIT \(most + 1)",
                        values: start)
                }
            let shown = try people.prefix(most).map { (person: try Person($0), details: try PersonDetails($0)) }
            let next = people.count > most ? shown.last.map { Cursor([$0.person.id.sqlValue]) } : nil
            guard after == nil else {
                return OfflineCopy(
                    venues: [], hasMoreVenues: false, types: [], courses: [], classes: [], hasMoreClasses: false,
                    people: shown, isUpdate: false, mayChangeLog: false, next: next)
            }
            let venues = try connection.venues(most: Self.mostVenues + 1)
            let (classes, courses, hasMoreClasses, hasMorePlanned, allSince) = try connection.offlineClasses(
                of: instructor, now, only: changes?.classes, mostMarks: mostMarks)
            let (known, hasAllArchived) = try connection.offlineCourses(courses, for: instructor, now: now)
            return OfflineCopy(
                venues: Array(venues.prefix(Self.mostVenues)),
                mergedVenues: try connection.mergedVenues(most: Self.mostVenues),
                hasMoreVenues: venues.count > Self.mostVenues, types: types,
                courses: known, hasAllArchived: hasAllArchived, classes: classes,
                hasMoreClasses: hasMoreClasses, allSince: allSince, hasMorePlanned: hasMorePlanned,
                gone: try changes.map { try connection.gone($0, without: classes, for: instructor) } ?? [],
                people: shown, isUpdate: changes != nil,
                mayChangeLog: changes?.mayChangeLog(of: instructor) ?? true, next: next)
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

    fileprivate func mergedVenues(most: Int) throws -> [(venue: Venue, into: Identifier)] {
        try rows(
            """
            SELECT \(Venue.columns), merged_into FROM venue WHERE shown_as IS NOT NULL
            ORDER BY name_key, id LIMIT \(most)
            """
        ).map { (venue: try Venue($0, from: nil), into: try $0.identifier("merged_into")) }
    }

    /// - Parameter courses: those of classes; those come in addition that the instructor teaches, archived ones without their
    ///   students.
    /// - Returns: also whether there is room for all archived ones; else only those of classes are there.
    fileprivate func offlineCourses(
        _ courses: Set<Identifier>, for instructor: Identifier, now: Instant
    ) throws -> (courses: [OfflineCourse], hasAllArchived: Bool) {
        let taught = try rows(
            """
            SELECT course, is_archived FROM course_instructor JOIN course ON course.id = course_instructor.course
            WHERE course_instructor.person = $1
            """, instructor
        ).map { (course: try $0.identifier("course"), isArchived: try $0.flag("is_archived")) }
        let own = Set(taught.map(\.course))
        let taken = courses.union(taught.filter { !$0.isArchived }.map(\.course))
        let archived = taught.filter(\.isArchived).map(\.course)
        let hasAllArchived = archived.count <= Course.mostArchivedTakenAlong
        let ids = hasAllArchived ? taken.union(archived) : taken
        let enrolled = try found(
            """
            SELECT course, person, state, COALESCE(since, enrolment.at) AS at FROM enrolment JOIN person ON person.id = enrolment.person
            WHERE state IN ('accepted', 'requested') AND removed_at IS NULL AND course IN $list ORDER BY course, enrolment.at, person
            """, own.intersection(taken).map { [$0.sqlValue] })
        let students = try Dictionary(grouping: enrolled) { try $0.identifier("course") }
        let known = try offlineCourses(ids, own: own, now: now) { id, state in
            guard taken.contains(id) else { return nil }
            return try (students[id] ?? []).filter { try $0.word("state", of: Enrolment.self) == state }
                .prefix(Course.mostTakenAlong)
                .map { OfflineEnrolment(person: try $0.identifier("person"), at: try $0.instant("at")) }
        }
        return (known, hasAllArchived)
    }

    /// - Parameters:
    ///   - own: those that the person teaches or takes.
    ///   - students: finds those of a course that the person teaches; `nil` of others.
    func offlineCourses(
        _ ids: Set<Identifier>, own: Set<Identifier>, now: Instant,
        students: (Identifier, Enrolment) throws -> [OfflineEnrolment]?
    ) throws -> [OfflineCourse] {
        let teachers = try Dictionary(
            grouping: found(
                """
                SELECT course, person FROM course_instructor JOIN person ON person.id = course_instructor.person
                WHERE course IN $list AND removed_at IS NULL
                """, ids.sorted().map { [$0.sqlValue] })
        ) { try $0.identifier("course") }
        return try found(
            """
            SELECT id, title, description, category, is_open, is_archived, \(Course.nextAt(now)) AS next_at,
                   time_zone, survey, evidence, accuracy, askers, venue,
                   (SELECT COUNT(*) FROM class WHERE class.course = course.id AND phase <> 'deleted') AS number
            FROM course WHERE id IN $list
            """, ids.sorted().map { [$0.sqlValue] }
        ).map { row in
            let id = try row.identifier("id")
            return OfflineCourse(
                id: id, title: try row.text("title"), description: try row.text("description"),
                category: try row.optionalWord("category"), isOpen: try row.flag("is_open"),
                isArchived: try row.flag("is_archived"), nextAt: try row.optionalInstant("next_at"),
                instructors: try (teachers[id] ?? []).map { try $0.identifier("person") },
                timeZone: try row.text("time_zone"),
                venue: try row.identifier("venue"),
                survey: try row.text("survey"), policy: try AttendancePolicy(row), askers: try row.word("askers"),
                count: try Int(row.integer("number")), isOwn: own.contains(id),
                enrolled: own.contains(id) ? try students(id, .accepted) : nil,
                requested: own.contains(id) ? try students(id, .requested) : nil)
        }
    }
}
