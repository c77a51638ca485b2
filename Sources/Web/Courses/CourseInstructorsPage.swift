import Classroom
import Pages
import Store

/// Instructors of a course, as they and owners say who teaches it.
struct CourseInstructorsPage: Page {
    static let template = "courses/instructors"
    let title = "Instructors"
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

    static func load(_ site: Site, _ course: Course, for person: Person) async throws -> CourseInstructorsPage {
        async let teaching = site.store.instructors(of: course.id)
        async let all = site.store.allInstructors()
        return try await CourseInstructorsPage(course, teaching: teaching, all: all, for: person)
    }

    private init(_ course: Course, teaching: [Person], all: [Person], for person: Person) {
        self.course = CourseLink(course)
        let known = Set(teaching.map(\.id))
        teaches = known.contains(person.id)
        back = teaches ? self.course.href : "/courses/catalogue"
        me = teaches ? nil : person.id.text
        isUntaught = !teaching.contains(where: \.isActive)
        instructors = teaching.map { InstructorChoice($0, isRemovable: teaching.count > 1) }
        others = all.filter { !known.contains($0.id) && $0.id != person.id }
            .map { InstructorChoice($0, isRemovable: false) }
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "back": back.model, "teaches": teaches.model,
            "me": me.model, "isUntaught": isUntaught.model, "instructors": instructors.model,
            "others": others.model,
        ]
    }
}

/// Instructor who teaches a course, or could.
struct InstructorChoice: Modelled, Sendable {
    let id: String
    let name: String
    let isInactive: Bool
    let isRemovable: Bool
    let avatar: Avatar

    init(_ person: Person, isRemovable: Bool) {
        id = person.id.text
        name = person.name.full
        isInactive = !person.isActive
        self.isRemovable = isRemovable
        avatar = Avatar(person)
    }

    var model: Model {
        [
            "id": id.model, "name": name.model, "isInactive": isInactive.model, "isRemovable": isRemovable.model,
            "avatar": avatar.model,
        ]
    }
}
