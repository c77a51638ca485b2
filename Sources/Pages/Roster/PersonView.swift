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
    let person: Person
    /// Presence at the class in question; `nil` without a class.
    let present: Bool?
    /// What an instructor is to think of at the class in question.
    let tags: [String]
    /// Where the row leads; `nil` to the person.
    private let href: String?
    /// Since when the person takes the course in question; `nil` without a course.
    private let since: Instant?

    public init(
        _ person: Person, present: Bool? = nil, tags: [String] = [], href: String? = nil, since: Instant? = nil
    ) {
        (self.person, self.present, self.tags, self.href) = (person, present, tags, href)
        self.since = since
    }

    public var model: Model {
        var object = ModelObject()
        let id = person.id.text
        object.add("id", id)
        object.add("href", href ?? "/people/" + id)
        object.add("name", person.name.full)
        object.add("firstName", person.name.first)
        object.add("lastName", person.name.last)
        object.add("studentID", person.studentID ?? person.removal?.studentID?.text)
        object.add("role", person.role.rawValue)
        object.add("active", person.isActive)
        object.add("isRemoved", person.removal != nil)
        object.add("isNew", person.isNew)
        object.add("isInstructor", person.role == .instructor)
        object.add("isOwner", person.isOwner)
        object.add("type", person.typeName)
        object.add("attended", person.attended)
        object.add("attendedText", counted(person.attended, "session", "sessions"))
        object.add("avatar", Avatar(person))
        object.add("present", present)
        object.add("tags", tags)
        object.add("since", since?.text)
        return object.model
    }
}

extension String {
    /// Whether a person's picture is the picture itself, which a device has not sent yet, and not its hash.
    public var isPictureData: Bool { begins(with: "data:") }
}
