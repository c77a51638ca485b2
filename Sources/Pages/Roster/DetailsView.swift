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
        var object = ModelObject()
        object.add("id", id)
        object.add("email", email)
        object.add("phone", phone)
        object.add("note", note)
        object.add("tags", tags)
        object.add("known", known)
        return object.model
    }
}
