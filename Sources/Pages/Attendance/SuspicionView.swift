import Classroom

/// Student whose claim is worth a look, with the reasons in words.
public final class SuspicionView: Modelled, Sendable {
    public let id: String
    public let name: String
    public let avatar: Avatar
    public let facts: [String]

    public init(_ student: Person, facts: [String]) {
        id = student.id.text
        name = student.name.full
        avatar = Avatar(student)
        self.facts = facts
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("name", name)
        object.add("avatar", avatar)
        object.add("facts", facts)
        return object.model
    }
}
