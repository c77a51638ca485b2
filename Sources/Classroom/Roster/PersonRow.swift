/// Person, as the book has them.
public struct PersonRow: BookRow {
    public let id: Identifier
    public var name: PersonName
    public var studentID: StudentID?
    public var role: Role
    public var github: String
    public var type: Identifier?
    /// Day of joining: `2026-11-03`.
    public var joined: String
    public var isActive: Bool
    public var isOwner: Bool
    /// Hash of the picture.
    public var picture: String?
    /// Number of saved classes attended.
    public var attended: Int64
    /// What a person had who was removed; `nil` of everybody who was not.
    public var removal: PersonRemoval?
    /// Those who turned out to be this person, also by way of one another: what is said of them counts for this person.
    public var others: [Identifier] = []

    public var key: Identifier { id }

    /// Whether what is said of this person and others comes together.
    var isShared: Bool { !others.isEmpty || removal?.into != nil }

    public init(
        id: Identifier, name: PersonName, studentID: StudentID?, role: Role, github: String, type: Identifier?,
        joined: String, isActive: Bool = true, isOwner: Bool = false, picture: String? = nil, attended: Int64 = 0
    ) {
        self.id = id
        self.name = name
        self.studentID = studentID
        self.role = role
        self.github = github
        self.type = type
        self.joined = joined
        self.isActive = isActive
        self.isOwner = isOwner
        self.picture = picture
        self.attended = attended
    }
}

/// What entries do to the row of a person, on the server as on devices.
extension PersonRow {
    /// Person as added. The default joining date is that of the entry.
    public init(_ added: PersonAdded, studentID: StudentID?, at: Instant) {
        self.init(
            id: added.person, name: added.name, studentID: studentID, role: added.role, github: added.github,
            type: added.type, joined: (added.joined ?? at.date).text)
    }

    /// Takes what was edited, as far as it is still what it was.
    public mutating func take(_ edited: PersonEdited) {
        let before = edited.before
        name = PersonName(
            first: PersonBefore.value(edited.firstName, instead: name.first, ifStill: before.firstName),
            last: PersonBefore.value(edited.lastName, instead: name.last, ifStill: before.lastName))
        if before.isType(type) { type = edited.type.value(instead: type) }
        github = PersonBefore.value(edited.github, instead: github, ifStill: before.github)
        joined = PersonBefore.value(edited.joined?.text, instead: joined, ifStill: before.joined?.text)
    }

    /// Takes the person out of the book.
    public mutating func remove(at: Instant) {
        removal = PersonRemoval(at: at, studentID: studentID, wasActive: isActive)
        (isActive, studentID) = (false, nil)
    }

    /// Puts the person back, with what was theirs.
    public mutating func restore() {
        guard let removal else { return }
        (isActive, studentID, self.removal) = (removal.wasActive, removal.studentID, nil)
    }
}

/// Removal of a person who was added by mistake, or who turned out to be somebody else, with what is given back when it is
/// undone. Whoever was removed is inactive and has no student ID, so that all that asks for either passes them over.
public struct PersonRemoval: Sendable, Equatable {
    /// How long a removal can be undone, in milliseconds: 30 days.
    public static let time: Int64 = 30 * 86_400_000

    /// When the server heard of it.
    public let at: Instant
    public internal(set) var studentID: StudentID?
    public internal(set) var wasActive: Bool
    /// Who the person turned out to be; `nil` of somebody added by mistake.
    public let into: Identifier?
    /// What that person got from this one, and did not have.
    public internal(set) var gifts: [Gift]
    /// Tags that they got.
    public internal(set) var tags: [String]

    public init(
        at: Instant, studentID: StudentID?, wasActive: Bool, into: Identifier? = nil, gifts: [Gift] = [],
        tags: [String] = []
    ) {
        self.at = at
        self.studentID = studentID
        self.wasActive = wasActive
        self.into = into
        self.gifts = gifts
        self.tags = tags
    }

    /// When the removal begins to stand for good.
    public var ends: Instant { at.adding(milliseconds: Self.time) }
}

/// Student type, as the book has it.
public struct StudentTypeRow: BookRow {
    public let id: Identifier
    public var name: String
    public var isDeleted: Bool

    public var key: Identifier { id }

    public init(id: Identifier, name: String, isDeleted: Bool) {
        self.id = id
        self.name = name
        self.isDeleted = isDeleted
    }
}

/// Picture that the book has, by its hash.
public struct PictureRow: BookRow {
    public let hash: String

    public var key: TextKey { TextKey(hash) }

    public init(hash: String) {
        self.hash = hash
    }
}
