import Classroom

/// Effects of people entries on the roster.
extension Book {
    func apply(_ added: PersonAdded) throws {
        try add(
            added.person, added.name, studentID: added.studentID, role: added.role, github: added.github,
            type: added.type, joined: added.joined)
    }

    /// Adds a person, as new if without a student ID. The default joining date is that of the entry.
    func add(
        _ id: Identifier, _ name: PersonName, studentID: StudentID? = nil, role: Role = .student, github: String = "",
        type: Identifier? = nil, joined: CalendarDate? = nil
    ) throws {
        if try connection.first("SELECT id FROM person WHERE id = $1", id) != nil {
            throw Problem.invalid("person", "exists", "This person exists already.")
        }
        try checkFree(studentID, for: id)
        try checkType(type)
        let today = at.date
        try connection.run(
            """
            INSERT INTO person (id, first_name, last_name, name_key, student_id, student_number, roster_group, role,
                                github, type, joined, is_active)
            VALUES ($1, $2, $3, $11, $4, $5, $6, $7, $8, $9, $10, 1)
            """,
            id, name.first, name.last, studentID?.text, number(studentID), rosterGroup(role, studentID), role.rawValue,
            github, type, joined ?? today, nameKey(name))
        try insertWords(id, name, studentID?.text, github: github)
    }

    func apply(_ edited: PersonEdited) throws {
        let row = try person(edited.person)
        let name = PersonName(
            first: try edited.firstName ?? row.text("first_name"), last: try edited.lastName ?? row.text("last_name"))
        if let problem = name.problem {
            // Reported at the field that was emptied.
            throw Problem.invalid(edited.firstName == nil ? "lastName" : "firstName", problem.code, problem.message)
        }
        let type: Identifier? =
            switch edited.type {
            case .leave: try row.optionalIdentifier("type")
            case .clear: nil
            case .set(let type): type
            }
        if case .set(let type) = edited.type { try checkType(type) }
        try connection.run(
            "UPDATE person SET first_name = $2, last_name = $3, github = $4, type = $5, joined = $6 WHERE id = $1",
            edited.person, name.first, name.last, edited.github ?? row.text("github"), type,
            edited.joined?.text ?? row.text("joined"))
        try refreshWords(edited.person)
    }

    func apply(_ numbered: PersonNumbered) throws {
        let row = try person(numbered.person)
        try checkFree(numbered.studentID, for: numbered.person)
        let role = try row.word("role", of: Role.self)
        try connection.run(
            "UPDATE person SET student_id = $2, student_number = $3, roster_group = $4 WHERE id = $1",
            numbered.person, numbered.studentID?.text, number(numbered.studentID),
            rosterGroup(role, numbered.studentID))
        try refreshWords(numbered.person)
    }

    func setActive(_ id: Identifier, _ isActive: Bool) throws {
        _ = try person(id)
        if !isActive, id == maker {
            throw Problem.invalid("person", "yourself", "You cannot deactivate yourself.")
        }
        if !isActive { try checkNotLastOwner(id, field: "person") }
        try connection.run("UPDATE person SET is_active = $2 WHERE id = $1", id, isActive)
    }

    func apply(_ pictured: PersonPictured, received: String?) throws {
        _ = try person(pictured.person)
        let hash: String? =
            switch pictured.picture {
            case .data: received
            case .stored(let hash): hash
            case .none: nil
            }
        if let hash, try connection.first("SELECT hash FROM picture WHERE hash = $1", hash) == nil {
            throw Problem.invalid("picture", "unknown", "There is no such picture.")
        }
        try connection.run("UPDATE person SET picture = $2 WHERE id = $1", pictured.person, hash)
    }

    private func person(_ id: Identifier) throws -> Row {
        let row = try connection.first(
            "SELECT first_name, last_name, github, type, joined, role FROM person WHERE id = $1", id)
        guard let row else { throw Problem.invalid("person", "notFound", "There is no such person.") }
        return row
    }

    private func checkFree(_ studentID: StudentID?, for person: Identifier) throws {
        guard let studentID else { return }
        let holder = try connection.first(
            "SELECT first_name, last_name FROM person WHERE student_id = $1 AND id <> $2", studentID.text, person)
        if let holder {
            let name = PersonName(first: try holder.text("first_name"), last: try holder.text("last_name"))
            throw Problem.invalid(
                "studentID", "taken", "The ID \(studentID.text) is \(name.full)’s already.")
        }
    }

    private func checkType(_ type: Identifier?) throws {
        guard let type else { return }
        if try connection.first("SELECT id FROM student_type WHERE id = $1 AND is_deleted = 0", type) == nil {
            throw Problem.invalid("type", "notFound", "There is no such student type.")
        }
    }

    /// New people first, then instructors, then students.
    func rosterGroup(_ role: Role, _ studentID: StudentID?) -> Int {
        studentID == nil ? 0 : role == .instructor ? 1 : 2
    }

    /// Eight-digit ID as a number, for suggesting the next free ID.
    private func number(_ studentID: StudentID?) -> Int64? {
        guard let text = studentID?.text, text.utf8.count == 8 else { return nil }
        return text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
    }

    private func refreshWords(_ id: Identifier) throws {
        guard
            let row = try connection.first(
                "SELECT first_name, last_name, student_id, github FROM person WHERE id = $1", id)
        else { return }
        let name = PersonName(first: try row.text("first_name"), last: try row.text("last_name"))
        try connection.run("UPDATE person SET name_key = $2 WHERE id = $1", id, nameKey(name))
        try connection.run("DELETE FROM person_word WHERE person = $1", id)
        try insertWords(id, name, try row.optionalText("student_id"), github: row.text("github"))
    }

    /// Sort key of a name: last name first.
    private func nameKey(_ name: PersonName) -> String {
        SearchKey.fold(name.last.isEmpty ? name.first : name.last + " " + name.first)
    }

    /// Inserts the words by which a search finds a person.
    private func insertWords(_ id: Identifier, _ name: PersonName, _ studentID: String?, github: String) throws {
        for word in SearchKey.words([name.first, name.last, studentID ?? "", github]).sorted() {
            try connection.run("INSERT INTO person_word (word, person) VALUES ($1, $2)", word, id)
        }
    }
}
