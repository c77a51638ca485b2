import Classroom

extension Store {
    /// Course that this person teaches or takes.
    public func course(_ id: Identifier, for person: Person, now: Instant = .now) async throws -> Course {
        let course = try await database.read { connection in
            try connection.first(
                Course.select(for: person) + " WHERE course.id = $3 AND \(Course.isSeen(by: person))", person.id,
                Course.recent(now),
                id
            ).map(Course.init)
        }
        guard let course else { throw Problem.notFound }
        return course
    }

    /// Course of which a person may say who teaches it: one they teach, or of an owner any.
    public func course(_ id: Identifier, staffedBy person: Person, now: Instant = .now) async throws -> Course {
        guard person.isOwner else { return try await course(id, for: person, now: now) }
        let course = try await database.read { connection in
            try connection.first(
                Course.select(for: person) + " WHERE course.id = $3", person.id, Course.recent(now), id
            ).map(Course.init)
        }
        guard let course else { throw Problem.notFound }
        return course
    }

    /// Course of a class, if a student may register for it; `nil` if there is none.
    public func course(
        ofClass id: Identifier, offeredTo student: Person, now: Instant = .now
    ) async throws -> Course? {
        try await database.read { connection in
            try connection.first(
                Course.select(for: student)
                    + " WHERE course.id = (SELECT course FROM class WHERE class.id = $3 AND phase <> 'deleted')"
                    + " AND is_archived = 0", student.id, Course.recent(now), id
            ).map(Course.init)
        }
    }

    /// Courses that a person teaches or takes, by title: those that are archived, or those that are not.
    public func courses(
        of person: Person, areArchived: Bool = false, after: String? = nil, most: Int = 50, now: Instant = .now
    ) async throws -> ListPage<Course> {
        let condition = "is_archived = \(areArchived ? 1 : 0) AND \(Course.isSeen(by: person))"
        return try await courses(condition, person, search: "", after: after, most: most, now: now)
    }

    /// All courses whose title contains every word of `search`, by title.
    public func catalogue(
        for person: Person, search: String, after: String? = nil, most: Int = 50, now: Instant = .now
    ) async throws -> ListPage<Course> {
        try await courses("is_archived = 0", person, search: search, after: after, most: most, now: now)
    }

    /// Titles of the courses that a student has asked to join, the first 20 by title.
    public func coursesAsked(by student: Identifier) async throws -> [String] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT title FROM enrolment JOIN course ON course.id = enrolment.course
                WHERE enrolment.person = $1 AND state = 'requested' AND is_archived = 0
                ORDER BY title_key, course.id LIMIT 20
                """, student
            ).map { try $0.text("title") }
        }
    }

    /// Whether a person teaches or takes a course that is archived.
    public func hasArchivedCourses(_ person: Person) async throws -> Bool {
        try await database.read { connection in
            try connection.first(
                "SELECT 1 AS one FROM course WHERE is_archived = 1 AND \(Course.isSeen(by: person)) LIMIT 1", person.id
            ) != nil
        }
    }

    /// Whether there are courses that a person does not teach.
    public func hasCoursesOfOthers(than person: Person) async throws -> Bool {
        try await database.read { connection in
            try connection.first(
                """
                SELECT 1 AS one FROM course WHERE is_archived = 0 AND NOT EXISTS (
                    SELECT 1 FROM course_instructor
                    WHERE course_instructor.course = course.id AND course_instructor.person = $1) LIMIT 1
                """, person.id
            ) != nil
        }
    }

    private func courses(
        _ condition: String, _ person: Person, search: String, after: String?, most: Int, now: Instant
    ) async throws -> ListPage<Course> {
        var start: [SQLValue] = [.text(""), Identifier.least.sqlValue]
        if let after {
            let cursor = try Cursor(reading: after, like: [.text, .identifier])
            start = cursor.values
        }
        let words = SearchKey.words([search]).sorted().prefix(5)
        let matches = words.indices.map { " AND title_key LIKE $\(5 + $0)" }.joined()
        let sql =
            Course.select(for: person) + " WHERE (title_key, course.id) > ($3, $4) AND \(condition)\(matches)"
            + " ORDER BY title_key, course.id LIMIT \(most + 1)"
        let values = [person.id.sqlValue, Course.recent(now).sqlValue] + start + words.map { .text("%\($0)%") }
        return try await database.read { connection in
            let rows = try connection.rows(sql, values: values)
            let shown = rows.prefix(most)
            let next = try rows.count > most ? shown.last.map(Self.cursor) : nil
            return ListPage(elements: try shown.map(Course.init), next: next)
        }
    }

    private static func cursor(_ row: Row) throws -> Cursor {
        Cursor([.text(try row.text("title_key")), try row.identifier("id").sqlValue])
    }

    /// Instructors of a course, by name.
    public func instructors(of course: Identifier) async throws -> [Person] {
        try await database.read { connection in
            try connection.rows(
                Person.select + """
                     JOIN course_instructor ON course_instructor.person = person.id
                    WHERE course_instructor.course = $1 AND removed_at IS NULL ORDER BY person.name_key, person.id LIMIT 100
                    """, course
            ).map(Person.init)
        }
    }

    /// Of some courses, those that a person teaches, and those that nobody active does.
    public func staffing(
        of courses: [Identifier], for person: Person
    ) async throws -> (taught: Set<Identifier>, untaught: Set<Identifier>) {
        try await database.read { connection in
            let rows = try connection.found(
                """
                SELECT course, course_instructor.person AS teacher FROM course_instructor JOIN person ON person.id = course_instructor.person
                WHERE course IN $list AND is_active = 1 AND removed_at IS NULL
                """, courses.map { [$0.sqlValue] })
            let pairs = try rows.map { (try $0.identifier("course"), try $0.identifier("teacher")) }
            return (
                Set(pairs.filter { $0.1 == person.id }.map(\.0)), Set(courses).subtracting(pairs.map(\.0))
            )
        }
    }

    /// Courses that nobody else teaches who is active, by title; at most 100.
    public func coursesTaughtAlone(by person: Identifier) async throws -> [(id: Identifier, title: String)] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT course.id, title FROM course JOIN course_instructor AS own ON own.course = course.id
                WHERE own.person = $1 AND NOT EXISTS (
                    SELECT 1 FROM course_instructor AS other JOIN person ON person.id = other.person
                    WHERE other.course = course.id AND other.person <> $1 AND is_active = 1 AND removed_at IS NULL)
                ORDER BY title_key, course.id LIMIT 100
                """, person
            ).map { (try $0.identifier("id"), try $0.text("title")) }
        }
    }

    /// Active instructors, by name; at most 500.
    public func allInstructors() async throws -> [Person] {
        try await database.read { connection in
            try connection.rows(
                Person.select + """
                     WHERE role = 'instructor' AND is_active = 1 ORDER BY person.name_key, person.id LIMIT 500
                    """
            ).map(Person.init)
        }
    }

    /// Number of students in each state of enrolment.
    public func enrolmentCounts(in course: Identifier) async throws -> [Enrolment: Int] {
        try await database.read { connection in
            let rows = try connection.rows(
                """
                SELECT state, COUNT(*) AS number FROM enrolment JOIN person ON person.id = enrolment.person
                WHERE course = $1 AND removed_at IS NULL GROUP BY state
                """, course)
            var counts: [Enrolment: Int] = [:]
            for row in rows {
                let state = try row.word("state", of: Enrolment.self)
                counts[state] = Int(try row.integer("number"))
            }
            return counts
        }
    }

    /// Students in a state of enrolment: requests oldest first, others by name; at most 1,000.
    public func students(_ state: Enrolment, in course: Identifier) async throws -> [Person] {
        let order = state == .requested ? "enrolment.at, person.id" : "person.name_key, person.id"
        return try await database.read { connection in
            try connection.rows(
                Person.select + """
                     JOIN enrolment ON enrolment.person = person.id
                    WHERE enrolment.course = $1 AND enrolment.state = $2 AND removed_at IS NULL
                    ORDER BY \(order) LIMIT 1000
                    """, course, state.rawValue
            ).map(Person.init)
        }
    }

    /// Since when classes count for those who take a course.
    public func joined(_ course: Identifier) async throws -> [Identifier: Instant] {
        let rows = try await database.rows(
            "SELECT person, COALESCE(since, at) AS joined FROM enrolment WHERE course = $1 AND state = 'accepted'",
            course)
        let joined = try rows.map { (try $0.identifier("person"), try $0.instant("joined")) }
        return Dictionary(joined) { first, _ in first }
    }
}

extension Course {
    fileprivate static func recent(_ now: Instant) -> Instant { now.adding(milliseconds: -ClassSession.grace) }

    /// Wants the person who asks and since when a class can be the next.
    fileprivate static func select(for person: Person) -> String {
        """
        SELECT course.id, title, title_key, description, venue.id AS course_venue, venue.name AS venue_name,
               venue.address AS venue_address, time_zone, category, is_archived, course.is_open, evidence, accuracy, askers,
               CASE WHEN \(isSeen(by: person)) THEN course.survey ELSE '' END AS course_survey,
               \(nextAt("$2")) AS next_at,
               CASE WHEN EXISTS (SELECT 1 FROM class WHERE class.course = course.id AND phase IN ('running', 'paused'))
                    THEN 1 ELSE 0 END AS in_session,
               (SELECT state FROM enrolment WHERE enrolment.course = course.id AND enrolment.person = $1) AS enrolment,
               (SELECT COALESCE(since, at) FROM enrolment
                WHERE enrolment.course = course.id AND enrolment.person = $1 AND state = 'accepted') AS joined
        FROM course \(Venue.join("course.venue"))
        """
    }

    /// SQL of the planned start of a course's class in session or of its next class.
    ///
    /// - Parameter edge: since when a class that nobody has started can be the next.
    private static func nextAt(_ edge: String) -> String {
        """
        (SELECT MIN(planned_at) FROM class WHERE class.course = course.id
           AND (phase = 'scheduled' AND planned_at >= \(edge) OR phase IN ('running', 'paused')))
        """
    }

    static func nextAt(_ now: Instant) -> String { nextAt(String(recent(now).milliseconds)) }

    /// SQL condition that a person teaches or takes a course.
    fileprivate static func isSeen(by person: Person) -> String {
        person.role == .instructor
            ? """
            EXISTS (SELECT 1 FROM course_instructor WHERE course_instructor.course = course.id
                      AND course_instructor.person = $1)
            """
            : """
            EXISTS (SELECT 1 FROM enrolment WHERE enrolment.course = course.id AND enrolment.person = $1
                      AND enrolment.state = 'accepted')
            """
    }

    convenience init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), title: try row.text("title"), description: try row.text("description"),
            venueID: try row.identifier("course_venue"), venue: try row.text("venue_name"),
            address: try row.text("venue_address"), timeZone: try row.text("time_zone"),
            category: try row.optionalWord("category"), survey: try row.text("course_survey"),
            isOpen: try row.flag("is_open"), policy: try AttendancePolicy(row), askers: try row.word("askers"),
            nextAt: try row.optionalInstant("next_at"), isInSession: try row.flag("in_session"),
            isArchived: try row.flag("is_archived"), enrolment: try row.optionalWord("enrolment"),
            since: try row.optionalInstant("joined"))
    }
}
