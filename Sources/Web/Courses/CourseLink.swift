import Store

/// A course's title with the address of its page.
struct CourseLink: Encodable, Sendable {
    let id: String
    let href: String
    let title: String

    init(_ course: Course) {
        id = course.id.text
        href = "/courses/\(course.id)"
        title = course.title
    }
}
