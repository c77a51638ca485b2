import Classroom

/// Course of a class in a device's book.
final class DeviceCourse: Sendable {
    let id: Identifier
    let title: String
    let description: String
    let category: TrainingCategory?
    let isOpen: Bool
    let isArchived: Bool
    /// Planned start of the next class, as copied.
    let nextAt: Instant?
    let instructors: [Identifier]
    /// IANA name of its time zone.
    let timeZone: String
    /// Where its classes usually take place.
    let venue: Identifier
    /// Survey link; "" for none.
    let survey: String
    /// What its classes ask for.
    let policy: AttendancePolicy
    /// Which students may ask questions.
    let askers: Askers
    /// Number of its classes.
    let count: Int
    /// Whether the owner of the book teaches or takes it.
    let isOwn: Bool
    /// Students who are enrolled, and those who ask to be, if it is to be known.
    let enrolled: [Identifier]?
    let requested: [Identifier]

    /// Whether no student was left out.
    var hasAllStudents: Bool { max(enrolled?.count ?? 0, requested.count) < Course.mostTakenAlong }

    private init(_ course: DeviceCourse, enrolled: [Identifier], requested: [Identifier]) {
        (id, title, description, category) = (course.id, course.title, course.description, course.category)
        (isOpen, isArchived, nextAt, instructors) = (
            course.isOpen, course.isArchived, course.nextAt, course.instructors
        )
        (timeZone, survey, venue, count, isOwn) = (
            course.timeZone, course.survey, course.venue, course.count, course.isOwn
        )
        (policy, askers) = (course.policy, course.askers)
        (self.enrolled, self.requested) = (enrolled, requested)
    }

    init?(_ copy: CopyValue) {
        guard let id = copy.identifier("id"), let venue = copy.identifier("venue") else { return nil }
        (self.id, self.venue) = (id, venue)
        (description, category) = (copy.words("description"), TrainingCategory(word: copy.words("category")))
        (isOpen, isArchived, nextAt) = (copy.flag("isOpen"), copy.flag("isArchived"), copy.instant("nextAt"))
        instructors = copy.identifiers("instructors")
        (title, timeZone, survey) = (copy.words("title"), copy.words("timeZone"), copy.words("survey"))
        policy = AttendancePolicy(
            evidence: AttendancePolicy.Evidence(word: copy.words("evidence")) ?? .location,
            worstAccuracy: copy.number("accuracy") ?? Fix.worstAccuracy)
        askers = Askers(word: copy.words("askers")) ?? .enrolled
        isOwn = copy.flag("isOwn")
        count = Int(nearest: copy.number("count") ?? 0) ?? 0
        enrolled = copy.listed("enrolled").map { _ in copy.identifiers("enrolled") }
        requested = copy.identifiers("requested")
    }

    /// The course once somebody is enrolled, asks to be, or does neither any more.
    func with(_ student: Identifier, _ state: Enrolment) -> DeviceCourse {
        guard let enrolled else { return self }
        func list(_ list: [Identifier], _ itsState: Enrolment) -> [Identifier] {
            list.filter { $0 != student } + (state == itsState ? [student] : [])
        }
        return DeviceCourse(self, enrolled: list(enrolled, .accepted), requested: list(requested, .requested))
    }
}
