import Classroom

/// Instructors of a course, as they and owners say who teaches it.
public final class CourseInstructorsPage: Page, DevicePage {
    public static let template = "courses/instructors"
    public let title = "Instructors"
    let course: CourseLink
    let back: String
    /// Whether the person who asks teaches the course.
    let teaches: Bool
    /// Person who can take the course over; `nil` if they teach it.
    let me: String?
    /// Whether there is nobody active who teaches the course.
    let isUntaught: Bool
    let instructors: [InstructorChoice]
    let others: [InstructorChoice]

    /// - Parameters:
    ///   - all: every instructor who is active.
    ///   - person: who asks.
    public init(_ course: Course, teaching: [Person], all: [Person], for person: Identifier) {
        self.course = CourseLink(course.id, title: course.title)
        func isTeaching(_ id: Identifier) -> Bool { teaching.contains { $0.id == id } }
        teaches = isTeaching(person)
        back = teaches ? self.course.href : "/courses/catalogue"
        me = teaches ? nil : person.text
        isUntaught = !teaching.contains { $0.isActive }
        instructors = teaching.map { InstructorChoice($0, isRemovable: teaching.count > 1) }
        others = all.filter { !isTeaching($0.id) && $0.id != person }.map { InstructorChoice($0, isRemovable: false) }
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("back", back)
        object.add("teaches", teaches)
        object.add("me", me)
        object.add("isUntaught", isUntaught)
        object.add("instructors", instructors)
        object.add("others", others)
        return object.model
    }
}

/// Instructor who teaches a course, or could.
final class InstructorChoice: Modelled, Sendable {
    private let person: Person
    private let isRemovable: Bool

    init(_ person: Person, isRemovable: Bool) {
        (self.person, self.isRemovable) = (person, isRemovable)
    }

    var model: Model {
        var object = ModelObject()
        object.add("id", person.id.text)
        object.add("name", person.name.full)
        object.add("isInactive", !person.isActive)
        object.add("isRemovable", isRemovable)
        object.add("avatar", Avatar(person))
        return object.model
    }
}
