import Classroom
import Store

/// Page "More", with everything outside the other tabs.
struct MorePage: Page {
    static let template = "more"
    let title = "More"
    let name: String
    let role: String
    let isInstructor: Bool
    let personHref: String
    let avatar: Avatar
    let version = Version.current

    init(_ person: Person) {
        name = person.name.full
        role = person.role == .instructor ? "Instructor" : "Student"
        isInstructor = person.role == .instructor
        personHref = "/people/\(person.id)"
        avatar = Avatar(person)
    }
}

/// Version of the program.
public enum Version {
    public static let current = "0.1.0"
}
