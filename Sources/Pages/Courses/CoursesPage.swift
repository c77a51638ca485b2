import Classroom

/// Which courses there are besides those of a person that are not archived.
public struct FurtherCourses: Sendable {
    /// Whether some that the person teaches or takes are archived.
    public let areArchived: Bool
    /// Whether there are courses of others, which the person sees as an owner.
    public let areOfOthers: Bool
    /// Titles of those that the person has asked to join, in words; "" for none.
    public let requested: String

    public init(areArchived: Bool, areOfOthers: Bool, requested: String) {
        (self.areArchived, self.areOfOthers, self.requested) = (areArchived, areOfOthers, requested)
    }
}

/// Courses that the person teaches or takes.
public final class CoursesPage: Page, DevicePage {
    public static let template = "courses/courses"
    public let title: String
    let areArchived: Bool
    let hasArchived: Bool
    let courses: [CourseView]
    let teaches: Bool
    /// Whether there are courses of others, which the person sees as an owner.
    let seesAll: Bool
    /// Titles of those that the person has asked to join; `nil` for none.
    let requestedText: String?
    let none: Bool
    let more: String?

    /// - Parameter more: address of the next part of the list.
    public init(
        _ courses: [CourseView], areArchived: Bool = false, _ further: FurtherCourses, teaches: Bool, more: String?
    ) {
        title = areArchived ? "Archived Courses" : "Courses"
        self.areArchived = areArchived
        hasArchived = further.areArchived && !areArchived
        (self.courses, self.teaches, self.more) = (courses, teaches, more)
        seesAll = further.areOfOthers && !areArchived
        requestedText = areArchived || further.requested.isEmpty ? nil : further.requested
        none = courses.isEmpty
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("courses", courses)
        object.add("teaches", teaches)
        object.add("none", none)
        object.add("more", more)
        object.add("areArchived", areArchived)
        object.add("hasArchived", hasArchived)
        object.add("seesAll", seesAll)
        object.add("requestedText", requestedText)
        return object.model
    }
}
