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

    public var key: Identifier { id }

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
