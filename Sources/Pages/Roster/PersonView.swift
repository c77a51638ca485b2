import Classroom

/// Picture of a person, or initials on a stable colour.
public struct Avatar: Modelled, Sendable {
    public let initials: String
    public let hue: Int
    public let picture: String?

    public init(_ person: Person) {
        initials = person.initials
        hue = Int(person.id.low % 12)
        picture = person.picture.map { $0.isPictureData ? $0 : "/pictures/" + $0 }
    }

    public var model: Model {
        var object = ModelObject()
        object.add("initials", initials)
        object.add("hue", hue)
        object.add("picture", picture)
        return object.model
    }
}

/// Person in a list.
public final class PersonView: Modelled, Sendable {
    public let id: String
    public let href: String
    public let name: String
    public let firstName: String
    public let lastName: String
    public let studentID: String?
    public let role: String
    public let active: Bool
    public let isRemoved: Bool
    public let isNew: Bool
    public let isInstructor: Bool
    public let isOwner: Bool
    public let type: String?
    public let attended: Int
    public let attendedText: String
    public let avatar: Avatar
    /// Presence at the class in question; `nil` without a class.
    public let present: Bool?
    /// What an instructor is to think of at the class in question.
    public let tags: [String]

    /// - Parameter href: where the row leads; by default to the person.
    public init(_ person: Person, present: Bool? = nil, tags: [String]? = nil, href: String? = nil) {
        self.tags = tags ?? []
        id = person.id.text
        self.href = href ?? "/people/" + person.id.text
        name = person.name.full
        firstName = person.name.first
        lastName = person.name.last
        studentID = person.studentID ?? person.removal?.studentID?.text
        role = person.role.rawValue
        active = person.isActive
        isRemoved = person.removal != nil
        isNew = person.isNew
        isInstructor = person.role == .instructor
        isOwner = person.isOwner
        type = person.typeName
        attended = person.attended
        attendedText = counted(person.attended, "session", "sessions")
        avatar = Avatar(person)
        self.present = present
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("href", href)
        object.add("name", name)
        object.add("firstName", firstName)
        object.add("lastName", lastName)
        object.add("studentID", studentID)
        object.add("role", role)
        object.add("active", active)
        object.add("isRemoved", isRemoved)
        object.add("isNew", isNew)
        object.add("isInstructor", isInstructor)
        object.add("isOwner", isOwner)
        object.add("type", type)
        object.add("attended", attended)
        object.add("attendedText", attendedText)
        object.add("avatar", avatar)
        object.add("present", present)
        object.add("tags", tags)
        return object.model
    }
}

extension String {
    /// Whether a person's picture is the picture itself, which a device has not sent yet, and not its hash.
    public var isPictureData: Bool { begins(with: "data:") }
}
