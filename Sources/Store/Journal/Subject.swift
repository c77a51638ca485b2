import Classroom

/// The columns of the journal that hold what entries are about.
extension Subject {
    static let columns = "class, course, person"

    init(_ row: Row) throws {
        self.init(
            classID: try row.optionalIdentifier("class"), course: try row.optionalIdentifier("course"),
            person: try row.optionalIdentifier("person"))
    }

    /// By the column's name.
    subscript(column: String) -> Identifier? {
        switch column {
        case "class": classID
        case "course": course
        case "person": person
        default: nil
        }
    }

    /// Whether an entry of a kind names the same.
    func isSame(_ kind: Kind, as posted: PostedEntry) -> Bool {
        kind.columns.allSatisfy { name in
            guard case .text(let text)? = posted.fields.last(where: { $0.name.isSame(as: name) })?.value else {
                return self[name] == nil
            }
            return self[name] == Identifier(text)
        }
    }

    /// Fields of an entry, among them those that only the columns hold.
    func completed(_ fields: [Field], _ kind: Kind) -> [Field] {
        fields
            + kind.columns.compactMap { name in
                guard !fields.contains(where: { $0.name.isSame(as: name) }) else { return nil }
                return self[name].map { Field(name, .text($0.text)) }
            }
    }
}

extension Kind {
    /// Fields without those that columns hold.
    func withoutColumns(_ fields: [Field]) -> [Field] {
        fields.filter { field in !columns.contains { field.name.isSame(as: $0) } }
    }
}
