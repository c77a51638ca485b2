/// What instructors know of a person, for their eyes only.
public struct PersonDetailsRow: BookRow {
    public let person: Identifier
    /// E-mail address; `nil` for that of the registration, if any.
    public var email: String?
    public var phone = ""
    public var note = ""
    /// Words shown beside the person at a class, such as an injury, in the order in which they were added.
    public var tags: [String] = []

    public var key: Identifier { person }

    public init(person: Identifier) {
        self.person = person
    }
}

/// Changes to what instructors know of a person; `nil` for what stays as it is.
public struct PersonDetailsEdited: Sendable {
    /// Maximum lengths in characters.
    public static let mostPhone = 40
    public static let mostNote = 1_000
    public static let mostTag = 30
    /// Maximum number of tags of a person.
    public static let mostTags = 8

    public let email: String?
    public let phone: String?
    public let note: String?
    public let tagAdded: String?
    public let tagRemoved: String?

    init(from fields: inout FieldReader) {
        email = EmailAddress.readOptional("email", from: &fields)
        phone = fields.optionalText("phone", most: Self.mostPhone)
        note = fields.optionalLines("note", most: Self.mostNote)
        tagAdded = fields.optionalText("tagAdded", most: Self.mostTag)
        tagRemoved = fields.optionalText("tagRemoved", most: Self.mostTag)
        if let tagAdded, tagAdded.isEmpty { fields.note("tagAdded", "required", "This must not be empty.") }
    }

    var isEmpty: Bool {
        email == nil && phone == nil && note == nil && tagAdded == nil && tagRemoved == nil
    }
}

extension Book {
    mutating func apply(
        _ edited: PersonDetailsEdited, _ before: PersonBefore, to person: Identifier
    ) throws(Stop) {
        if edited.isEmpty { return }
        var row = try details.row(person) ?? PersonDetailsRow(person: person)
        if let email = edited.email, try isEmail(before.email, of: row) { row.email = email }
        row.phone = Self.value(edited.phone, instead: row.phone, ifStill: before.phone)
        row.note = edited.note ?? row.note
        if let tag = edited.tagRemoved { row.tags.removeAll { $0.isSame(as: tag) } }
        if let tag = edited.tagAdded, !row.tags.contains(where: { fold($0).isSame(as: fold(tag)) }) {
            guard row.tags.count < PersonDetailsEdited.mostTags else {
                let most = String(PersonDetailsEdited.mostTags)
                throw .invalid("tagAdded", "tooMany", "A person has at most " + most + " tags. Remove one first.")
            }
            row.tags.append(tag)
        }
        details.set(row)
    }

    /// Whether an address is still that of a person, who has that of the registration if no other; true of `nil`.
    private mutating func isEmail(_ email: String?, of row: PersonDetailsRow) throws(Stop) -> Bool {
        guard let email else { return true }
        if let own = row.email { return email.isSame(as: own) }
        let registered = try registrations.row(row.person)?.email
        return email.isSame(as: registered ?? "")
    }
}
