import Classroom
import Hummingbird
import Pages
import Store

/// Students of a course and requests to join.
struct CourseStudentsPage: Page {
    static let template = "courses/students"
    let title = "Enrolment"
    let course: CourseLink
    let isOpen: Bool
    let requested: [PersonView]
    let enrolled: [PersonView]
    let enrolledText: String
    let search: String
    /// Search results: people on the roster who are not in the course.
    let found: [PersonView]
    let searched: Bool
    let nobodyFound: Bool
    let nobodyEnrolled: Bool

    static func load(_ site: Site, _ course: Course, _ request: Request) async throws -> CourseStudentsPage {
        async let requested = site.store.students(.requested, in: course.id)
        async let enrolled = site.store.students(.accepted, in: course.id)
        var query = RosterQuery()
        query.search = request.query("search")
        query.withoutNew = true
        query.sort = .studentsFirst
        query.most = 50
        let found = query.search.isEmpty ? [] : try await site.store.roster(query).elements
        return try await CourseStudentsPage(course, requested, enrolled, found: found, search: query.search)
    }

    private init(
        _ course: Course, _ requested: [Person], _ enrolled: [Person], found: [Person], search: String
    ) {
        self.course = CourseLink(course)
        isOpen = course.isOpen
        self.requested = requested.map { PersonView($0) }
        self.enrolled = enrolled.map { PersonView($0) }
        enrolledText = counted(enrolled.count, "student", "students")
        self.search = search
        let known = Set((requested + enrolled).map(\.id))
        self.found = found.filter { $0.role == .student && !known.contains($0.id) }.map { PersonView($0) }
        searched = !search.isEmpty
        nobodyFound = self.found.isEmpty
        nobodyEnrolled = enrolled.isEmpty
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "isOpen": isOpen.model, "requested": requested.model,
            "enrolled": enrolled.model, "enrolledText": enrolledText.model, "search": search.model,
            "found": found.model, "searched": searched.model, "nobodyFound": nobodyFound.model,
            "nobodyEnrolled": nobodyEnrolled.model,
        ]
    }
}
