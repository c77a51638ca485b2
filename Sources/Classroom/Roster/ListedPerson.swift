/// Person, as shown on pages and in lists.
public final class Person: Sendable {
    public let id: Identifier
    public let name: PersonName
    /// Of the name. They are handed in, since a device asks its platform for them: Unicode's tables of letters would be a
    /// fifth of what it downloads.
    public let initials: String
    /// Student ID; `nil` for new people.
    public let studentID: String?
    public let role: Role
    /// Keeps the book.
    public let isOwner: Bool
    public let github: String
    public let type: Identifier?
    public let typeName: String?
    /// Date joined, as YYYY-MM-DD.
    public let joined: String
    public let isActive: Bool
    /// Hash of the picture.
    public let picture: String?
    /// Number of saved classes attended.
    public let attended: Int
    /// Removal of a person who was added by mistake, or is another; `nil` of everybody who was not removed.
    public let removal: PersonRemoval?
    /// Those who turned out to be this person.
    public let others: [Identifier]

    public init(
        id: Identifier, name: PersonName, initials: String, studentID: String?, role: Role, isOwner: Bool,
        github: String,
        type: Identifier?, typeName: String?, joined: String, isActive: Bool, picture: String?, attended: Int,
        removal: PersonRemoval?, others: [Identifier]
    ) {
        self.id = id
        self.name = name
        self.initials = initials
        self.studentID = studentID
        self.role = role
        self.isOwner = isOwner
        self.github = github
        self.type = type
        self.typeName = typeName
        self.joined = joined
        self.isActive = isActive
        self.picture = picture
        self.attended = attended
        self.removal = removal
        self.others = others
    }

    /// Whether the person has no student ID and so is not on the roster yet.
    public var isNew: Bool { studentID == nil && removal?.studentID == nil }
}

/// What instructors know of a person, as shown to them.
public struct PersonDetails: Sendable, Equatable {
    /// E-mail address: the one that an instructor gave, or that of the registration; "" if unknown.
    public let email: String
    public let phone: String
    public let note: String
    public let tags: [String]

    public init(
        email: String, phone: String, note: String, tags: [String]
    ) {
        self.email = email
        self.phone = phone
        self.note = note
        self.tags = tags
    }
}
