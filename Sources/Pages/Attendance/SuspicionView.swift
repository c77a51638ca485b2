import Classroom

/// Student whose claim is worth a look, with the reasons in words.
public final class SuspicionView: Modelled, Sendable {
    public let student: Person
    public let facts: [String]

    public init(_ student: Person, facts: [String]) {
        (self.student, self.facts) = (student, facts)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", student.id.text)
        object.add("name", student.name.full)
        object.add("avatar", Avatar(student))
        object.add("facts", facts)
        return object.model
    }
}
