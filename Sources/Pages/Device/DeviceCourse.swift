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
    /// Since when the owner takes it, as a student.
    let since: Instant?
    /// Students who are enrolled, and those who ask to be, the latest last, if it is to be known.
    let enrolments: [DeviceEnrolment]?
    let requests: [DeviceEnrolment]
    /// Whether the device changed it, or who takes or teaches it, since it was copied.
    let isChangedHere: Bool

    var id: Identifier { row.id }
    var title: String { row.title }
    var enrolled: [Identifier]? { enrolments.map { $0.map { $0.person } } }
    var requested: [Identifier] { requests.map { $0.person } }
    var isArchived: Bool { row.isArchived }
    var timeZone: String { row.timeZone }
    var venue: Identifier { row.venue }
    /// What its classes ask for.
    var policy: AttendancePolicy { AttendancePolicy(evidence: row.evidence, worstAccuracy: row.accuracy) }

    init?(_ copy: CopyValue) {
        guard let row = CourseRow(copy) else { return nil }
        self.row = row
        (nextAt, since) = (copy.instant("nextAt"), copy.instant("since"))
        instructors = copy.identifiers("instructors")
        isOwn = copy.flag("isOwn")
        count = copy.count("count") ?? 0
        enrolments = copy.listed("enrolled").map { $0.compactMap { DeviceEnrolment($0) } }
        requests = copy.list("requested").compactMap { DeviceEnrolment($0) }
        isWhole = !row.isArchived && max(enrolments?.count ?? 0, requests.count) < Course.mostTakenAlong
        isChangedHere = false
    }

    /// Course that the device has made.
    init(_ row: CourseRow, taughtBy owner: Identifier) {
        (self.row, nextAt, since, instructors, count, isOwn, isWhole) = (row, nil, nil, [owner], 0, true, true)
        (enrolments, requests, isChangedHere) = ([], [], true)
    }

    private init(
        _ course: DeviceCourse, _ row: CourseRow, instructors: [Identifier], isOwn: Bool,
        enrolments: [DeviceEnrolment]?, requests: [DeviceEnrolment]
    ) {
        (self.row, self.instructors, self.isOwn) = (row, instructors, isOwn)
        (self.enrolments, self.requests) = (enrolments, requests)
        (nextAt, since, count) = (course.nextAt, course.since, course.count)
        (isWhole, isChangedHere) = (course.isWhole, true)
    }

    /// The course with other facts.
    func with(_ row: CourseRow) -> DeviceCourse {
        DeviceCourse(
            self, row, instructors: instructors, isOwn: isOwn, enrolments: enrolments, requests: requests)
    }

    /// The course with other instructors.
    func with(_ instructors: [Identifier], isOwn: Bool) -> DeviceCourse {
        DeviceCourse(self, row, instructors: instructors, isOwn: isOwn, enrolments: enrolments, requests: requests)
    }

    /// The course once all who ask to join are enrolled.
    func acceptingAll() -> DeviceCourse {
        DeviceCourse(
            self, row, instructors: instructors, isOwn: isOwn, enrolments: enrolments.map { $0 + requests },
            requests: [])
    }

    /// The course once somebody is enrolled, asks to be, or does neither any more.
    func with(_ student: Identifier, _ state: Enrolment, _ at: Instant) -> DeviceCourse {
        guard let enrolments else { return self }
        func list(_ list: [DeviceEnrolment], _ itsState: Enrolment) -> [DeviceEnrolment] {
            list.filter { $0.person != student }
                + (state == itsState ? [DeviceEnrolment(person: student, at: at)] : [])
        }
        return DeviceCourse(
            self, row, instructors: instructors, isOwn: isOwn, enrolments: list(enrolments, .accepted),
            requests: list(requests, .requested))
    }
}

/// Somebody who takes a course, or asks to, and since when.
struct DeviceEnrolment: Sendable {
    let person: Identifier
    let at: Instant

    init(person: Identifier, at: Instant) {
        (self.person, self.at) = (person, at)
    }

    init?(_ copy: CopyValue) {
        guard let person = copy.identifier("person"), let at = copy.instant("at") else { return nil }
        self.init(person: person, at: at)
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
