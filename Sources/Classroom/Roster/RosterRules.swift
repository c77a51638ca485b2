/// What the book says no to on the roster.
extension FieldProblem {
    /// A student ID is somebody else's.
    public static func taken(_ studentID: StudentID, by holder: PersonName) -> FieldProblem {
        FieldProblem("studentID", "taken", "The ID " + studentID.text + " is " + holder.full + "’s already.")
    }

    /// A person was removed.
    public static func removed(_ name: PersonName, _ field: String = "person") -> FieldProblem {
        FieldProblem(field, "removed", name.full + " was removed.")
    }

    /// A person cannot be at a class, or in a course, without a student ID.
    public static var notOnRoster: FieldProblem {
        FieldProblem("person", "new", "This person is not on the roster yet, for lack of a student ID.")
    }

    /// Another student type has this name.
    public static var typeNameTaken: FieldProblem {
        FieldProblem("name", "taken", "A student type of this name exists already.")
    }
}

extension PersonEdited {
    /// What is wrong with the name that comes of the edit, at the field that was emptied.
    public func problem(of name: PersonName) -> FieldProblem? {
        name.problem.map { FieldProblem(firstName == nil ? "lastName" : "firstName", $0.code, $0.message) }
    }
}
