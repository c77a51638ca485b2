import Classroom

/// Effects of enrolment entries. Of several entries about a student the latest by its own time counts.
extension Book {
    /// Requests enrolment for the maker. An open course enrols them at once.
    func request(_ reference: CourseReference) throws {
        let course = try connection.first("SELECT is_open FROM course WHERE id = $1", reference.course)
        guard let maker, let course else { throw Self.noCourse }
        try checkStudent(maker)
        if try state(of: maker, in: reference.course) == .accepted { return }
        try enrol(maker, in: reference.course, course.flag("is_open") ? .accepted : .requested)
    }

    func accept(_ reference: EnrolmentReference) throws {
        _ = try ownCourse(reference.course)
        try checkStudent(reference.person)
        try enrol(reference.person, in: reference.course, .accepted)
    }

    /// Declines a student. Students may decline for themselves.
    func decline(_ reference: EnrolmentReference) throws {
        if reference.person != maker { _ = try ownCourse(reference.course) }
        guard try state(of: reference.person, in: reference.course) != nil else {
            throw reference.person == maker
                ? Self.noCourse : Problem.invalid("person", "notFound", "This person has not asked to join.")
        }
        try enrol(reference.person, in: reference.course, .declined)
    }

    /// Enrols everybody whose request is pending, when the course becomes open.
    func acceptAll(in course: Identifier) throws {
        try connection.run(
            """
            UPDATE enrolment SET state = 'accepted', maker = $2 WHERE course = $1 AND state = 'requested'
            """, course, maker)
    }

    private func checkStudent(_ id: Identifier) throws {
        try checkOnRoster(id)
        let row = try connection.first("SELECT role FROM person WHERE id = $1", id)
        if try row?.text("role") != Role.student.rawValue {
            throw Problem.invalid("person", "role", "Only students can join a course.")
        }
    }

    private func state(of person: Identifier, in course: Identifier) throws -> Enrolment? {
        try connection.first("SELECT state FROM enrolment WHERE course = $1 AND person = $2", course, person)
            .map { try $0.word("state") }
    }

    private func enrol(_ person: Identifier, in course: Identifier, _ state: Enrolment) throws {
        try connection.run(
            """
            INSERT INTO enrolment (course, person, state, at, maker) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (course, person) DO UPDATE SET state = $3, at = $4, maker = $5 WHERE enrolment.at <= $4
            """, course, person, state.rawValue, at, maker)
    }
}
