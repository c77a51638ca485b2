import Classroom

/// Course in a device's book: one that the owner teaches or takes, or of a class.
final class DeviceCourse: Sendable {
    let row: CourseRow
    /// Planned start of the next class, as copied.
    let nextAt: Instant?
    let instructors: [Identifier]
    /// Number of its classes.
    let count: Int
    /// Whether the owner of the book teaches or takes it.
    let isOwn: Bool
    /// Whether everybody who takes it or asks to, and its classes to come, were taken along.
    let isWhole: Bool
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

    init?(_ copy: CopyValue) {
        guard let row = CourseRow(copy) else { return nil }
        self.row = row
        nextAt = copy.instant("nextAt")
        instructors = copy.identifiers("instructors")
        isOwn = copy.flag("isOwn")
        count = copy.count("count") ?? 0
        enrolled = copy.listed("enrolled").map { _ in copy.identifiers("enrolled") }
        requested = copy.identifiers("requested")
        isWhole = !row.isArchived && max(enrolled?.count ?? 0, requested.count) < Course.mostTakenAlong
        isChangedHere = false
    }

    /// Course that the device has made.
    init(_ row: CourseRow, taughtBy owner: Identifier) {
        (self.row, nextAt, instructors, count, isOwn, isWhole) = (row, nil, [owner], 0, true, true)
        (enrolled, requested, isChangedHere) = ([], [], true)
    }

    private init(
        _ course: DeviceCourse, _ row: CourseRow, instructors: [Identifier], isOwn: Bool, enrolled: [Identifier]?,
        requested: [Identifier]
    ) {
        (self.row, self.instructors, self.isOwn) = (row, instructors, isOwn)
        (self.enrolled, self.requested) = (enrolled, requested)
        (nextAt, count, isWhole, isChangedHere) = (course.nextAt, course.count, course.isWhole, true)
    }

    /// The course with other facts.
    func with(_ row: CourseRow) -> DeviceCourse {
        DeviceCourse(
            self, row, instructors: instructors, isOwn: isOwn, enrolled: enrolled, requested: requested)
    }

    /// The course with other instructors.
    func with(_ instructors: [Identifier], isOwn: Bool) -> DeviceCourse {
        DeviceCourse(self, row, instructors: instructors, isOwn: isOwn, enrolled: enrolled, requested: requested)
    }

    /// The course once all who ask to join are enrolled.
    func acceptingAll() -> DeviceCourse {
        DeviceCourse(
            self, row, instructors: instructors, isOwn: isOwn, enrolled: enrolled.map { $0 + requested }, requested: [])
    }

    /// The course once somebody is enrolled, asks to be, or does neither any more.
    func with(_ student: Identifier, _ state: Enrolment) -> DeviceCourse {
        guard let enrolled else { return self }
        func list(_ list: [Identifier], _ itsState: Enrolment) -> [Identifier] {
            list.filter { $0 != student } + (state == itsState ? [student] : [])
        }
        return DeviceCourse(
            self, row, instructors: instructors, isOwn: isOwn, enrolled: list(enrolled, .accepted),
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
