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

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("href", href)
        object.add("title", title)
        return object.model
    }
}
