import Classroom
import Pages
import Store

extension CoursesPage {
    convenience init(
        _ part: ListPage<Course>, areArchived: Bool, _ further: FurtherCourses, for person: Person,
        _ calendar: WallCalendar
    ) {
        self.init(
            part.elements.map { CourseView($0, for: person, calendar) }, areArchived: areArchived, further,
            teaches: person.role == .instructor,
            more: part.next.map { href("/courses", [("archived", areArchived ? "1" : ""), ("after", $0.text)]) })
    }
}

extension Site {
    /// Which courses there are besides those of a person that are not archived.
    func furtherCourses(for person: Person) async throws -> FurtherCourses {
        async let areArchived = store.hasArchivedCourses(person)
        let areOfOthers = person.isOwner ? try await store.hasCoursesOfOthers(than: person) : false
        let requested = person.role == .student ? try await store.coursesAsked(by: person.id) : []
        return FurtherCourses(
            areArchived: try await areArchived, areOfOthers: areOfOthers, requested: requested.joined(separator: ", "))
    }
}

extension CourseView {
    /// - Parameter calendar: the server's.
    convenience init(
        _ course: Course, for person: Person, _ calendar: WallCalendar, openHref: String? = nil,
        isUntaught: Bool = false
    ) {
        self.init(
            course, isStudent: person.role == .student, calendar.inZone(of: course), openHref: openHref,
            isUntaught: isUntaught)
    }
}

/// Catalogue of all courses, in which students find theirs, and owners those that nobody teaches.
struct CataloguePage: Page {
    static let template = "courses/catalogue"
    let title: String
    let courses: [CourseView]
    let search: String
    let none: Bool
    let more: String?

    /// - Parameter staffing: courses that the person teaches, and those that nobody does; for owners.
    init(
        _ part: ListPage<Course>, search: String, _ staffing: (taught: Set<Identifier>, untaught: Set<Identifier>)?,
        for person: Person, _ calendar: WallCalendar
    ) {
        courses = part.elements.map { course in
            let way = staffing.map { $0.taught.contains(course.id) ? "" : "/instructors" }
            return CourseView(
                course, for: person, calendar, openHref: way.map { "/courses/\(course.id)" + $0 },
                isUntaught: staffing?.untaught.contains(course.id) ?? false)
        }
        title = person.role == .student ? "Find Courses" : "All Courses"
        self.search = search
        none = part.elements.isEmpty
        more = part.next.map { href("/courses/catalogue", [("search", search), ("after", $0.text)]) }
    }

    var model: Model {
        [
            "title": title.model, "courses": courses.model, "search": search.model, "none": none.model,
            "more": more.model,
        ]
    }
}
