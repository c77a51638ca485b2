import Classroom

/// What instructors know of a person, on the person's page.
public struct DetailsView: Modelled, Sendable {
    public let id: String
    public let email: String
    public let phone: String
    public let note: String
    public let tags: [String]
    /// Tags of others, to choose from.
    public let known: [String]

    public init(_ details: PersonDetails, of person: Person, known: [String]) {
        id = person.id.text
        email = details.email
        phone = details.phone
        note = details.note
        tags = details.tags
        self.known = known.filter { tag in !details.tags.contains { $0.isSame(as: tag) } }
    }

    public var model: Model {
        [
            "id": id.model, "email": email.model, "phone": phone.model, "note": note.model, "tags": tags.model,
            "known": known.model,
        ]
    }
}
