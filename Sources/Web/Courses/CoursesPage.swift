import Classroom
import Pages
import Store

/// Courses that the person teaches or takes.
struct CoursesPage: Page {
    static let template = "courses/courses"
    let title: String
    let areArchived: Bool
    let hasArchived: Bool
    let courses: [CourseRow]
    let teaches: Bool
    /// Whether there are courses of others, which the person sees as an owner.
    let seesAll: Bool
    let none: Bool
    let more: String?

    init(
        _ part: ListPage<Course>, areArchived: Bool, hasArchived: Bool, seesAll: Bool, for person: Person,
        _ calendar: WallCalendar
    ) {
        title = areArchived ? "Archived Courses" : "Courses"
        self.areArchived = areArchived
        self.hasArchived = hasArchived && !areArchived
        courses = part.elements.map { CourseRow($0, for: person, calendar) }
        teaches = person.role == .instructor
        self.seesAll = seesAll && !areArchived
        none = part.elements.isEmpty
        more = part.next.map { href("/courses", [("archived", areArchived ? "1" : ""), ("after", $0.text)]) }
    }

    var model: Model {
        [
            "title": title.model, "courses": courses.model, "teaches": teaches.model, "none": none.model,
            "more": more.model, "areArchived": areArchived.model, "hasArchived": hasArchived.model,
            "seesAll": seesAll.model,
        ]
    }
}

/// Catalogue of all courses, in which students find theirs, and owners those that nobody teaches.
struct CataloguePage: Page {
    static let template = "courses/catalogue"
    let title = "All Courses"
    let courses: [CourseRow]
    let search: String
    let none: Bool
    let more: String?

    /// - Parameter staffing: courses that the person teaches, and those that nobody does; for owners.
    init(
        _ part: ListPage<Course>, search: String, _ staffing: (taught: Set<Identifier>, untaught: Set<Identifier>)?,
        for person: Person, _ calendar: WallCalendar
    ) {
        courses = part.elements.map { course in
            var row = CourseRow(course, for: person, calendar)
            guard let staffing else { return row }
            row.openHref = staffing.taught.contains(course.id) ? row.href : row.href + "/instructors"
            row.isUntaught = staffing.untaught.contains(course.id)
            return row
        }
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
