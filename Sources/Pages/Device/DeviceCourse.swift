import Classroom

/// Course of a class in a device's book.
final class DeviceCourse: Sendable {
    let id: Identifier
    let title: String
    /// IANA name of its time zone.
    let timeZone: String
    /// Where its classes usually take place.
    let venue: Identifier
    /// Survey link; "" for none.
    let survey: String
    /// What its classes ask for.
    let evidence: AttendancePolicy.Evidence
    /// Worst accepted accuracy in metres.
    let accuracy: Double
    /// Which students may ask questions.
    let askers: Askers
    /// Number of its classes.
    let count: Int
    /// Whether the owner of the book teaches or takes it.
    let isOwn: Bool
    /// Students who are enrolled, if it is to be known.
    let enrolled: [Identifier]?

    private init(_ course: DeviceCourse, enrolled: [Identifier]) {
        (id, title, timeZone, survey) = (course.id, course.title, course.timeZone, course.survey)
        (venue, count, self.enrolled, isOwn) = (course.venue, course.count, enrolled, course.isOwn)
        (evidence, accuracy, askers) = (course.evidence, course.accuracy, course.askers)
    }

    init?(_ copy: CopyValue) {
        guard let id = copy.identifier("id"), let venue = copy.identifier("venue") else { return nil }
        (self.id, self.venue) = (id, venue)
        (title, timeZone, survey) = (copy.words("title"), copy.words("timeZone"), copy.words("survey"))
        evidence = AttendancePolicy.Evidence(word: copy.words("evidence")) ?? .location
        accuracy = copy.number("accuracy") ?? Fix.worstAccuracy
        askers = Askers(word: copy.words("askers")) ?? .enrolled
        isOwn = copy.flag("isOwn")
        count = Int(nearest: copy.number("count") ?? 0) ?? 0
        enrolled = copy.listed("enrolled").map { _ in copy.texts("enrolled").compactMap { Identifier($0) } }
    }

    /// The course once somebody is enrolled, or is not any more.
    func with(_ student: Identifier, isEnrolled: Bool) -> DeviceCourse {
        guard let enrolled else { return self }
        let others = enrolled.filter { $0 != student }
        return DeviceCourse(self, enrolled: isEnrolled ? others + [student] : others)
    }
}
