/// What course entries do.
extension Book {
    mutating func apply(_ created: CourseCreated) throws(Stop) {
        guard let maker else { throw .invalid("course", "forbidden", "A course needs an instructor.") }
        if try courses.row(created.course) != nil {
            throw .invalid("course", "exists", "This course exists already.")
        }
        guard let row = CourseRow(created) else { return }
        _ = try venue(row.venue)
        courses.set(row)
        courseInstructors.set(CourseInstructors(course: created.course, people: [maker]))
    }

    mutating func apply(_ edited: CourseEdited) throws(Stop) {
        var course = try course(for: edited)
        let facts = try latest(edited.facts, of: course.id)
        if let venue = facts.venue { try moveClasses(of: course.id, from: course.venue, to: venue) }
        course.take(facts)
        courses.set(course)
        if facts.isOpen == true { try acceptAll(in: course.id) }
        if let person = edited.instructorAdded { try addInstructor(person, to: course.id) }
        if let person = edited.instructorRemoved { try removeInstructor(person, from: course.id) }
    }

    /// What an edit says of a course, without what somebody has said otherwise at a later time.
    private mutating func latest(_ facts: CourseFacts, of id: Identifier) throws(Stop) -> CourseFacts {
        var facts = facts
        facts.venue = try latest(facts.venue, .place, of: id)
        facts.title = try latest(facts.title, .title, of: id)
        facts.description = try latest(facts.description, .description, of: id)
        facts.timeZone = try latest(facts.timeZone, .timeZone, of: id)
        if facts.category != .leave, try !isLatest(.category, of: id) { facts.category = .leave }
        facts.survey = try latest(facts.survey, .survey, of: id)
        facts.evidence = try latest(facts.evidence, .evidence, of: id)
        facts.accuracy = try latest(facts.accuracy, .accuracy, of: id)
        facts.askers = try latest(facts.askers, .askers, of: id)
        facts.isOpen = try latest(facts.isOpen, .isOpen, of: id)
        return facts
    }

    /// Takes a course out of the lists, or puts it back. Nothing of it is lost.
    mutating func setArchived(_ id: Identifier, _ isArchived: Bool) throws(Stop) {
        var course = try ownCourse(id)
        course.isArchived = isArchived
        courses.set(course)
    }

    /// The course, if the maker teaches it.
    mutating func ownCourse(_ id: Identifier) throws(Stop) -> CourseRow {
        guard let course = try courses.row(id), try isTaughtByMaker(id) else { throw Self.noCourse }
        return course
    }

    /// The course of an edit. An owner says who teaches any course, and changes nothing else of those of others.
    private mutating func course(for edited: CourseEdited) throws(Stop) -> CourseRow {
        guard edited.isAboutInstructorsAlone, try isMakerOwner() else { return try ownCourse(edited.course) }
        guard let course = try courses.row(edited.course) else { throw Self.noCourse }
        return course
    }

    private mutating func isMakerOwner() throws(Stop) -> Bool {
        guard let maker, let person = try people.row(maker) else { return false }
        return person.isOwner && person.isActive && person.removal == nil
    }

    mutating func isTaughtByMaker(_ course: Identifier) throws(Stop) -> Bool {
        guard let maker else { return false }
        return try courseInstructors.row(course)?.people.contains(maker) ?? false
    }

    static var noCourse: Stop { .invalid("course", "notFound", "There is no such course.") }

    /// Moves future classes that were planned at the course's old venue.
    private mutating func moveClasses(
        of course: Identifier, from old: Identifier, to new: Identifier
    ) throws(Stop) {
        _ = try venue(new)
        try plans.check(course)
        for var session in classes.all(where: { $0.course == course && $0.venue == old && $0.isPlanned }) {
            session.venue = new
            classes.set(session)
        }
    }

    private mutating func addInstructor(_ person: Identifier, to course: Identifier) throws(Stop) {
        if try people.row(person) == nil { throw Self.noInstructor }
        let person = try counting(person)
        guard let found = try people.row(person), found.role == .instructor, found.removal == nil else {
            throw Self.noInstructor
        }
        var list = try courseInstructors.row(course) ?? CourseInstructors(course: course, people: [])
        if list.people.contains(person) {
            guard list.forOthers.contains(person) else { return }
            list.forOthers.removeAll { $0 == person }
        } else {
            list.people.append(person)
        }
        courseInstructors.set(list)
    }

    private static var noInstructor: Stop {
        .invalid("instructorAdded", "notFound", "There is no such instructor.")
    }

    private mutating func removeInstructor(_ person: Identifier, from course: Identifier) throws(Stop) {
        let person = try people.row(person) == nil ? person : counting(person)
        guard var list = try courseInstructors.row(course), list.people.contains(person) else {
            throw .invalid("instructorRemoved", "notFound", "This person does not teach this course.")
        }
        let others = try people.row(person)?.others ?? []
        list.people.removeAll { $0 == person || others.contains($0) }
        list.forOthers.removeAll { $0 == person }
        if list.people.isEmpty { throw .invalid("instructorRemoved", "last", "A course needs an instructor.") }
        courseInstructors.set(list)
    }
}

extension Book {
    /// Reason why an instructor stays on a course: the class that they have in session, which nobody else would end for them.
    mutating func refusal(of edited: CourseEdited) throws(Stop) -> FieldProblem? {
        guard let removed = edited.instructorRemoved else { return nil }
        let person = try people.row(removed) == nil ? removed : counting(removed)
        try sessions.check(person)
        return classes.contains { $0.isTaught(in: edited.course, by: person) } ? .instructorInSession : nil
    }
}

extension FieldProblem {
    public static var instructorInSession: FieldProblem {
        FieldProblem(
            "instructorRemoved", "inSession",
            "This instructor has a class of the course in session. It has to end first.")
    }
}

/// What enrolment entries do. Of several entries about a student the latest by its own time counts.
extension Book {
    /// Requests enrolment for the maker. An open course enrols them at once.
    mutating func request(_ reference: CourseReference) throws(Stop) {
        guard let maker, let course = try courses.row(reference.course), !course.isArchived else { throw Self.noCourse }
        try checkStudent(maker)
        if try enrolments.row(Pair(reference.course, maker))?.state == .accepted { return }
        try enrol(occasion.maker ?? maker, in: reference.course, course.isOpen ? .accepted : .requested)
    }

    mutating func accept(_ reference: EnrolmentReference) throws(Stop) {
        _ = try ownCourse(reference.course)
        try checkStudent(counting(reference.person))
        let joined = reference.joined(at)
        try enrol(reference.person, in: reference.course, .accepted, since: joined == at ? nil : joined)
    }

    /// Declines a student. Students may decline for themselves.
    mutating func decline(_ reference: EnrolmentReference) throws(Stop) {
        let person = try counting(reference.person)
        if person != maker { _ = try ownCourse(reference.course) }
        guard try enrolments.row(Pair(reference.course, person)) != nil else {
            throw person == maker
                ? Self.noCourse : .invalid("person", "notFound", "This person has not asked to join.")
        }
        try enrol(reference.person, in: reference.course, .declined)
    }

    /// Takes an answer back: the student's request is open again.
    mutating func reopen(_ reference: EnrolmentReference) throws(Stop) {
        _ = try ownCourse(reference.course)
        guard try enrolments.row(Pair(reference.course, counting(reference.person))) != nil else {
            throw .invalid("person", "notFound", "This person has not asked to join.")
        }
        try enrol(reference.person, in: reference.course, .requested)
    }

    /// Enrols everybody whose request is pending, when the course becomes open.
    private mutating func acceptAll(in course: Identifier) throws(Stop) {
        guard let maker else { return }
        try requests.check(course)
        for var request in enrolments.all(where: { $0.key.first == course && $0.state == .requested }) {
            (request.state, request.maker) = (.accepted, maker)
            enrolments.set(request)
            guard try people.row(request.key.second)?.isShared == true else { continue }
            if try ownEnrolments.row(request.key)?.state == .requested { ownEnrolments.set(request) }
        }
    }

    private mutating func checkStudent(_ id: Identifier) throws(Stop) {
        try checkOnRoster(id)
        guard try person(id).role == .student else {
            throw .invalid("person", "role", "Only students can join a course.")
        }
    }

    private mutating func enrol(
        _ person: Identifier, in course: Identifier, _ state: Enrolment, since: Instant? = nil
    ) throws(Stop) {
        guard let maker else { throw Self.noCourse }
        let row = EnrolmentRow(key: Pair(course, person), state: state, at: at, maker: maker, since: since)
        if try people.row(person)?.isShared == true, try (ownEnrolments.row(row.key)?.at ?? at) <= at {
            ownEnrolments.set(row)
        }
        let counted = row.of(try counting(person))
        if let before = try enrolments.row(counted.key), before.at > at { return }
        enrolments.set(counted)
    }
}

extension Change {
    /// What is said, or what was there before.
    func value(instead before: Value?) -> Value? {
        switch self {
        case .leave: before
        case .clear: nil
        case .set(let value): value
        }
    }
}
