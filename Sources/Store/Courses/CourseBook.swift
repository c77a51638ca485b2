import Classroom

/// Effects of course entries.
extension Book {
    func apply(_ created: CourseCreated) throws {
        guard let maker else { throw Problem.invalid("course", "forbidden", "A course needs an instructor.") }
        if try connection.first("SELECT id FROM course WHERE id = $1", created.course) != nil {
            throw Problem.invalid("course", "exists", "This course exists already.")
        }
        let facts = created.facts
        guard let title = facts.title, let venue = facts.venue, let zone = facts.timeZone else { return }
        try checkVenue(venue)
        let policy = AttendancePolicy()
        try connection.run(
            """
            INSERT INTO course (id, title, title_key, description, venue, time_zone, category, survey, is_open,
                                evidence, accuracy, askers)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            created.course, title, SearchKey.fold(title), facts.description ?? "", venue, zone,
            category(facts, instead: nil), facts.survey ?? "", facts.isOpen ?? false,
            (facts.evidence ?? policy.evidence).rawValue, facts.accuracy ?? policy.worstAccuracy,
            (facts.askers ?? .enrolled).rawValue)
        try connection.run(
            "INSERT INTO course_instructor (course, person) VALUES ($1, $2)", created.course, maker)
    }

    func apply(_ edited: CourseEdited) throws {
        let (id, facts) = (edited.course, edited.facts)
        let row = try ownCourse(id)
        if let venue = facts.venue { try moveClasses(of: id, from: row.identifier("venue"), to: venue) }
        let title = try facts.title ?? row.text("title")
        try connection.run(
            """
            UPDATE course SET title = $2, title_key = $3, description = $4, venue = $5, time_zone = $6, category = $7,
                              survey = $8, is_open = $9, evidence = $10, accuracy = $11, askers = $12
            WHERE id = $1
            """,
            id, title, SearchKey.fold(title), facts.description ?? row.text("description"),
            facts.venue ?? row.identifier("venue"), facts.timeZone ?? row.text("time_zone"),
            category(facts, instead: row.optionalText("category")), facts.survey ?? row.text("survey"),
            facts.isOpen ?? row.flag("is_open"), facts.evidence?.rawValue ?? row.text("evidence"),
            facts.accuracy ?? row.real("accuracy"), facts.askers?.rawValue ?? row.text("askers"))
        if facts.isOpen == true { try acceptAll(in: id) }
        if let person = edited.instructorAdded { try addInstructor(person, to: id) }
        if let person = edited.instructorRemoved { try removeInstructor(person, from: id) }
    }

    /// Returns the course if the maker teaches it.
    func ownCourse(_ id: Identifier) throws -> Row {
        let row = try connection.first(
            """
            SELECT course.* FROM course JOIN course_instructor ON course_instructor.course = course.id
            WHERE course.id = $1 AND course_instructor.person = $2
            """, id, maker)
        guard let row else { throw Self.noCourse }
        return row
    }

    static var noCourse: Problem { .invalid("course", "notFound", "There is no such course.") }

    private func checkVenue(_ id: Identifier) throws {
        if try connection.first("SELECT id FROM venue WHERE id = $1", id) == nil {
            throw Problem.invalid("venue", "notFound", "There is no such venue.")
        }
    }

    private func category(_ facts: CourseFacts, instead before: String?) -> String? {
        switch facts.category {
        case .leave: before
        case .clear: nil
        case .set(let category): category.rawValue
        }
    }

    /// Moves future classes that were planned at the course's old venue.
    private func moveClasses(of course: Identifier, from old: Identifier, to new: Identifier) throws {
        try checkVenue(new)
        try connection.run(
            """
            UPDATE class SET venue = $3, venue_key = (SELECT name_key FROM venue WHERE id = $3)
            WHERE course = $1 AND venue = $2 AND phase IN ('scheduled', 'cancelled')
            """, course, old, new)
    }

    private func addInstructor(_ person: Identifier, to course: Identifier) throws {
        let row = try connection.first("SELECT role FROM person WHERE id = $1", person)
        guard try row?.text("role") == Role.instructor.rawValue else {
            throw Problem.invalid("instructorAdded", "notFound", "There is no such instructor.")
        }
        try connection.run(
            "INSERT INTO course_instructor (course, person) VALUES ($1, $2) ON CONFLICT (course, person) DO NOTHING",
            course, person)
    }

    private func removeInstructor(_ person: Identifier, from course: Identifier) throws {
        let removed = try connection.run(
            "DELETE FROM course_instructor WHERE course = $1 AND person = $2", course, person)
        guard removed > 0 else {
            throw Problem.invalid("instructorRemoved", "notFound", "This person does not teach this course.")
        }
        if try connection.first("SELECT person FROM course_instructor WHERE course = $1", course) == nil {
            throw Problem.invalid("instructorRemoved", "last", "A course needs an instructor.")
        }
    }
}
