import Classroom

/// Course of a class in a device's book.
final class DeviceCourse: Sendable {
    let row: CourseRow
    /// Planned start of the next class, as copied.
    let nextAt: Instant?
    let instructors: [Identifier]
    /// Number of its classes.
    let count: Int
    /// Whether the owner of the book teaches or takes it.
    let isOwn: Bool
    /// Students who are enrolled, and those who ask to be, the latest last, if it is to be known.
    let enrolled: [Identifier]?
    let requested: [Identifier]
    /// Whether the device changed it, or who takes or teaches it, since it was copied.
    let isChangedHere: Bool

    var id: Identifier { row.id }
    var title: String { row.title }
    var isArchived: Bool { row.isArchived }
    var timeZone: String { row.timeZone }
    var venue: Identifier { row.venue }
    /// What its classes ask for.
    var policy: AttendancePolicy { AttendancePolicy(evidence: row.evidence, worstAccuracy: row.accuracy) }

    /// Whether no student was left out.
    var hasAllStudents: Bool { max(enrolled?.count ?? 0, requested.count) < Course.mostTakenAlong }

    /// Whether its pages can be made: all of an archived course is there only if the device archived it.
    var isWhole: Bool { isOwn && hasAllStudents && (!isArchived || isChangedHere) }

    init?(_ copy: CopyValue) {
        guard let row = CourseRow(copy) else { return nil }
        self.row = row
        nextAt = copy.instant("nextAt")
        instructors = copy.identifiers("instructors")
        isOwn = copy.flag("isOwn")
        count = Int(nearest: copy.number("count") ?? 0) ?? 0
        enrolled = copy.listed("enrolled").map { _ in copy.identifiers("enrolled") }
        requested = copy.identifiers("requested")
        isChangedHere = false
    }

    /// Course that the device has made.
    init(_ row: CourseRow, taughtBy owner: Identifier) {
        (self.row, nextAt, instructors, count, isOwn) = (row, nil, [owner], 0, true)
        (enrolled, requested, isChangedHere) = ([], [], true)
    }

    private init(
        _ course: DeviceCourse, _ row: CourseRow, instructors: [Identifier], enrolled: [Identifier]?,
        requested: [Identifier]
    ) {
        (self.row, self.instructors, self.enrolled, self.requested) = (row, instructors, enrolled, requested)
        (nextAt, count, isOwn, isChangedHere) = (course.nextAt, course.count, course.isOwn, true)
    }

    /// The course with other facts. Whoever asks to join is enrolled once anyone can.
    func with(_ row: CourseRow, instructors: [Identifier]? = nil) -> DeviceCourse {
        DeviceCourse(
            self, row, instructors: instructors ?? self.instructors,
            enrolled: row.isOpen ? enrolled.map { $0 + requested } : enrolled, requested: row.isOpen ? [] : requested)
    }

    /// The course once somebody is enrolled, asks to be, or does neither any more.
    func with(_ student: Identifier, _ state: Enrolment) -> DeviceCourse {
        guard let enrolled else { return self }
        func list(_ list: [Identifier], _ itsState: Enrolment) -> [Identifier] {
            list.filter { $0 != student } + (state == itsState ? [student] : [])
        }
        return DeviceCourse(
            self, row, instructors: instructors, enrolled: list(enrolled, .accepted),
            requested: list(requested, .requested))
    }
}

extension CourseRow {
    fileprivate init?(_ copy: CopyValue) {
        guard let id = copy.identifier("id"), let venue = copy.identifier("venue") else { return nil }
        self.init(
            id: id, title: copy.words("title"), description: copy.words("description"), venue: venue,
            timeZone: copy.words("timeZone"), category: TrainingCategory(word: copy.words("category")),
            survey: copy.words("survey"), isOpen: copy.flag("isOpen"),
            evidence: AttendancePolicy.Evidence(word: copy.words("evidence")) ?? .location,
            accuracy: copy.number("accuracy") ?? Fix.worstAccuracy,
            askers: Askers(word: copy.words("askers")) ?? .enrolled)
        isArchived = copy.flag("isArchived")
    }
}
