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
public final class PersonDetailsEdited: Sendable {
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
        let asksEmail = edited.email != nil && before.email != nil && row.email == nil
        let registered = (asksEmail ? try registrations.row(person)?.email : nil) ?? ""
        let there = row
        try row.take(edited, before, registered: registered, fold: fold)
        // What somebody has changed at a later time stays.
        if PersonBefore.isMeant(edited.email, before.email, there.email ?? registered),
            try !isLatest(.email, of: person)
        {
            row.email = there.email
        }
        if PersonBefore.isMeant(edited.phone, before.phone, there.phone), try !isLatest(.phone, of: person) {
            row.phone = there.phone
        }
        if PersonBefore.isMeant(edited.note, before.note, there.note), try !isLatest(.note, of: person) {
            row.note = there.note
        }
        details.set(row)
    }
}

extension PersonDetailsRow {
    /// Takes what was edited, as far as it is still what it was.
    ///
    /// - Parameters:
    ///   - registered: address of the registration, which a person has who has no other.
    ///   - fold: folding of text for comparison.
    public mutating func take(
        _ edited: PersonDetailsEdited, _ before: PersonBefore, registered: String, fold: (String) -> String
    ) throws(Stop) {
        if PersonBefore.isMeant(edited.email, before.email, email ?? registered) { email = edited.email }
        phone = PersonBefore.value(edited.phone, instead: phone, ifStill: before.phone)
        note = PersonBefore.value(edited.note, instead: note, ifStill: before.note)
        if let tag = edited.tagRemoved { tags = tags.filter { !$0.isSame(as: tag) } }
        guard let tag = edited.tagAdded, !tags.contains(where: { fold($0).isSame(as: fold(tag)) }) else { return }
        guard tags.count < PersonDetailsEdited.mostTags else {
            let most = String(PersonDetailsEdited.mostTags)
            throw .invalid("tagAdded", "tooMany", "A person has at most " + most + " tags. Remove one first.")
        }
        tags.append(tag)
    }
}
