import Pages
import Store

/// Title of a course and link to its page.
struct CourseLink: Modelled, Sendable {
    let id: String
    let href: String
    let title: String

    init(_ course: Course) {
        id = course.id.text
        href = "/courses/\(course.id)"
        title = course.title
    }

    var model: Model { ["id": id.model, "href": href.model, "title": title.model] }
}
