import Classroom

/// Students of a course and requests to join.
public final class CourseStudentsPage: Page, DevicePage {
    public static let template = "courses/students"
    public let title = "Enrolment"
    let course: CourseLink
    let isOpen: Bool
    let requested: [PersonView]
    let enrolled: [PersonView]
    let enrolledText: String
    let search: String
    /// Search results: people on the roster who are not in the course.
    let found: [PersonView]
    let nobodyEnrolled: Bool

    /// - Parameters:
    ///   - joined: since when somebody takes the course.
    ///   - found: people whom a search finds: a part of the roster, with `query`.
    public init(
        _ course: Course, requested: [Person], enrolled: [Person], joined: (Identifier) -> Instant?, found: [Person],
        search: String
    ) {
        self.course = CourseLink(course.id, title: course.title)
        isOpen = course.isOpen
        self.requested = requested.map { PersonView($0) }
        self.enrolled = enrolled.map { PersonView($0, since: joined($0.id)) }
        enrolledText = counted(enrolled.count, "student", "students")
        self.search = search
        let known = requested + enrolled
        self.found = found.filter { one in one.role == .student && !known.contains { $0.id == one.id } }
            .map { PersonView($0) }
        nobodyEnrolled = enrolled.isEmpty
    }

    /// People who may be meant by a search; `nil` without one.
    public static func query(_ search: String, now: Instant) -> RosterQuery? {
        guard !search.isEmpty else { return nil }
        var query = RosterQuery(now: now)
        query.search = search
        query.withoutNew = true
        query.sort = .studentsFirst
        query.most = 50
        return query
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("isOpen", isOpen)
        object.add("requested", requested)
        object.add("enrolled", enrolled)
        object.add("enrolledText", enrolledText)
        object.add("search", search)
        object.add("found", found)
        object.add("searched", !search.isEmpty)
        object.add("nobodyFound", found.isEmpty)
        object.add("nobodyEnrolled", nobodyEnrolled)
        return object.model
    }
}
