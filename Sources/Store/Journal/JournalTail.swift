import Classroom

/// Entry as sent to followers of the feed.
public struct FeedEntry: Sendable {
    public let sequence: Int64
    public let id: Identifier
    public let device: Identifier
    public let kind: String
    /// The trusted time.
    public let at: Instant
    public let classID: Identifier?
    /// Course concerned, or the course of the class concerned.
    public let course: Identifier?
    public let person: Identifier?
    /// Instructor of the class concerned, if any.
    public let instructor: Identifier?
    /// Person who made the entry; `nil` for the command line. Followers are not told.
    public let maker: Identifier?
    /// Whether only its person may see the entry, as with their training log.
    let isPrivate: Bool

    /// Whether the entry may change what its person can see.
    public var changesAccess: Bool { course != nil && classID == nil && person != nil }
}

/// Set of entries that somebody follows.
public struct FeedScope: Sendable, Equatable {
    /// The follower.
    public let person: Identifier
    let role: Role
    /// Courses that the person teaches or takes.
    let courses: Set<Identifier>
    /// Class to which the feed is restricted, if any.
    public let session: Identifier?

    /// Whether the entry is in scope.
    public func holds(_ entry: FeedEntry) -> Bool {
        if let session, entry.classID != session { return false }
        if entry.isPrivate { return entry.person == person }
        if role == .student { return holdsForStudent(entry) }
        if let course = entry.course { return courses.contains(course) || entry.person == person }
        return entry.classID == nil || entry.instructor == person
    }

    /// Whether the entry is in a student's scope: their courses and themselves, but no other students.
    private func holdsForStudent(_ entry: FeedEntry) -> Bool {
        if let other = entry.person { return other == person }
        return entry.course.map(courses.contains) ?? false
    }
}

extension Store {
    /// Current scope of a person: everything that concerns them, or a single class.
    public func feedScope(of person: Person, session: Identifier? = nil) async throws -> FeedScope {
        let courses = try await database.read { connection in
            try connection.rows(
                person.role == .instructor
                    ? "SELECT course FROM course_instructor WHERE person = $1"
                    : "SELECT course FROM enrolment WHERE person = $1 AND state = 'accepted'", person.id
            ).map { try $0.identifier("course") }
        }
        return FeedScope(person: person.id, role: person.role, courses: Set(courses), session: session)
    }

    /// Entries after a place in the journal, oldest first, at most `most`.
    public func entries(after sequence: Int64, most: Int = 500) async throws -> [FeedEntry] {
        try await database.rows(
            FeedEntry.select + " WHERE entry.sequence > $1 ORDER BY entry.sequence LIMIT $2", sequence, most
        ).map(FeedEntry.init)
    }

    /// Whether so much has come since a place in the journal that it is better to read the pages anew: more than 5,000
    /// entries, or the first of them more than a day ago.
    public func isLongAgo(_ sequence: Int64, before last: Int64, now: Instant) async throws -> Bool {
        let sequence = max(0, sequence)
        guard sequence < last else { return false }
        guard last - sequence <= Self.mostTold else { return true }
        let received = try await database.read { connection in
            try connection.first(
                "SELECT received FROM entry WHERE sequence > $1 ORDER BY sequence LIMIT 1", sequence
            )?.instant("received")
        }
        return received.map { now.since($0) > 86_400_000 } ?? false
    }

    private static let mostTold: Int64 = 5_000

    /// The entries of one class after a place in the journal, oldest first, at most `most` of them.
    public func entries(ofClass id: Identifier, after sequence: Int64, most: Int = 500) async throws -> [FeedEntry] {
        try await database.read { connection in
            try connection.rows(
                FeedEntry.select
                    + " WHERE entry.class = $1 AND entry.sequence > $2 ORDER BY entry.sequence LIMIT $3",
                id, sequence, most
            ).map(FeedEntry.init)
        }
    }
}

extension FeedEntry {
    fileprivate static let select = """
        SELECT entry.sequence, entry.id, entry.device, entry.kind, entry.happened_at, entry.class, entry.person, entry.maker,
               COALESCE(entry.course, class.course) AS course, class.instructor
        FROM entry LEFT JOIN class ON class.id = entry.class
        """

    init(_ row: Row) throws {
        sequence = try row.integer("sequence")
        id = try row.identifier("id")
        device = try row.identifier("device")
        kind = try row.text("kind")
        isPrivate = Kind.named(kind)?.isPrivate ?? false
        at = try row.instant("happened_at")
        classID = try row.optionalIdentifier("class")
        course = try row.optionalIdentifier("course")
        person = try row.optionalIdentifier("person")
        instructor = try row.optionalIdentifier("instructor")
        maker = try row.optionalIdentifier("maker")
    }
}
