import Classroom
import Store

/// Picture of a person, or initials on a stable colour.
struct Avatar: Encodable, Sendable {
    let initials: String
    let hue: Int
    let picture: String?

    init(_ person: Person) {
        initials = person.name.initials
        hue = Int(person.id.low % 12)
        picture = person.picture.map { "/pictures/\($0)" }
    }
}

/// Person in a list.
struct PersonRow: Encodable, Sendable {
    let id: String
    let href: String
    let name: String
    let firstName: String
    let lastName: String
    let studentID: String?
    let role: String
    let active: Bool
    let isNew: Bool
    let isInstructor: Bool
    let isOwner: Bool
    let type: String?
    let attended: Int
    let attendedText: String
    let avatar: Avatar
    /// Presence at the class in question; `nil` without a class.
    let present: Bool?

    init(_ person: Person, present: Bool? = nil) {
        id = person.id.text
        href = "/people/\(person.id)"
        name = person.name.full
        firstName = person.name.first
        lastName = person.name.last
        studentID = person.studentID
        role = person.role.rawValue
        active = person.isActive
        isNew = person.isNew
        isInstructor = person.role == .instructor
        isOwner = person.isOwner
        type = person.typeName
        attended = person.attended
        attendedText = counted(person.attended, "session", "sessions")
        avatar = Avatar(person)
        self.present = present
    }
}

/// Option in a choice.
struct Choice: Encodable, Sendable {
    let value: String
    let label: String
    let selected: Bool
    /// True for a venue without a position, where no geofence can be checked.
    var lacksPosition: Bool?
}
