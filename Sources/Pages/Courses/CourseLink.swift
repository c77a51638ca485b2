import Classroom

/// Title of a course and link to its page.
public struct CourseLink: Modelled, Sendable {
    public let id: String
    public let href: String
    public let title: String

    public init(_ course: Identifier, title: String) {
        id = course.text
        href = "/courses/" + id
        self.title = title
    }

    public init(_ course: Course) {
        self.init(course.id, title: course.title)
    }

    public var model: Model { ["id": id.model, "href": href.model, "title": title.model] }
}
