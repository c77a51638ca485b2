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
    /// Number of its classes.
    let count: Int
    /// Students who are enrolled; `nil` if the instructor does not teach it.
    let enrolled: [Identifier]?

    private init(_ course: DeviceCourse, enrolled: [Identifier]) {
        (id, title, timeZone, survey) = (course.id, course.title, course.timeZone, course.survey)
        (venue, evidence, count, self.enrolled) = (course.venue, course.evidence, course.count, enrolled)
    }

    init?(_ copy: CopyValue) {
        guard let id = copy.identifier("id"), let venue = copy.identifier("venue") else { return nil }
        (self.id, self.venue) = (id, venue)
        (title, timeZone, survey) = (copy.words("title"), copy.words("timeZone"), copy.words("survey"))
        evidence = AttendancePolicy.Evidence(word: copy.words("evidence")) ?? .location
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
