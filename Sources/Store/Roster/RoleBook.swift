import Classroom

/// What a change of role or ownership does to the roster.
extension Book {
    func apply(_ changed: PersonRoleChanged) throws {
        let row = try connection.first(
            "SELECT role, is_owner, is_active, student_id FROM person WHERE id = $1", changed.person)
        guard let row else { throw Problem.invalid("person", "notFound", "There is no such person.") }
        if changed.person == maker {
            throw Problem.invalid("person", "yourself", "Another owner can change this for you.")
        }
        let role = try changed.role ?? row.word("role")
        let isOwner = try changed.isOwner ?? row.flag("is_owner")
        if isOwner, role != .instructor { throw Self.ownerIsInstructor(changed) }
        if changed.isOwner == true, try !row.flag("is_active") {
            throw Problem.invalid("isOwner", "inactive", "This person is inactive.")
        }
        if !isOwner { try checkNotLastOwner(changed.person, field: "isOwner") }
        if role == .student { try checkNotInSession(changed.person) }
        let studentID = StudentID(try row.optionalText("student_id") ?? "")
        try connection.run(
            "UPDATE person SET role = $2, is_owner = $3, roster_group = $4 WHERE id = $1",
            changed.person, role.rawValue, isOwner, rosterGroup(role, studentID))
    }

    /// A book without an active owner would be kept by nobody.
    func checkNotLastOwner(_ person: Identifier, field: String) throws {
        let row = try connection.first("SELECT is_owner, is_active FROM person WHERE id = $1", person)
        guard let row, try row.flag("is_owner"), try row.flag("is_active"),
            try !connection.hasOwner(besides: person)
        else { return }
        throw Problem.invalid(field, "lastOwner", "A book has at least one owner, and this is the last.")
    }

    private static func ownerIsInstructor(_ changed: PersonRoleChanged) -> Problem {
        changed.role == .student
            ? .invalid("role", "owner", "An owner is an instructor. Make the person no owner first.")
            : .invalid("isOwner", "role", "An owner is an instructor, and this person is a student.")
    }

    /// Nobody else could end it.
    private func checkNotInSession(_ person: Identifier) throws {
        let row = try connection.first(
            "SELECT id FROM class WHERE instructor = $1 AND phase IN ('running', 'paused') LIMIT 1", person)
        if row != nil { throw Problem.invalid("role", "inSession", "This person has a class in session.") }
    }
}

extension Connection {
    /// Whether somebody active keeps the book, apart from one person.
    func hasOwner(besides person: Identifier? = nil) throws -> Bool {
        try first(
            "SELECT id FROM person WHERE is_owner = 1 AND is_active = 1 AND id <> $1 LIMIT 1",
            person ?? Identifier(high: 0, low: 0)) != nil
    }
}
