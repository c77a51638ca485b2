/// What the removal of a person does to the book, and its undoing.
extension Book {
    /// Takes a person out of the book who was added by mistake. What was said of them at classes stays in the journal, but
    /// comes to nothing; their student ID is free for others.
    mutating func remove(_ id: Identifier) throws(Stop) {
        let before = try knownPerson(id)
        if before.removal != nil { return }
        if id == maker { throw .invalid("person", "yourself", "You cannot remove yourself.") }
        try checkNotLastOwner(before, field: "person")
        try checkNotInSession(id, field: "person")
        var person = before
        person.remove(at: received)
        people.set(person)
        try settleMarks(of: id)
    }

    /// Puts back a person who was removed, with all that was theirs.
    mutating func restore(_ id: Identifier) throws(Stop) {
        var person = try knownPerson(id)
        guard let removal = person.removal else { return }
        guard at < removal.ends else {
            throw .invalid("person", "tooLate", "This was more than 30 days ago, and cannot be undone any more.")
        }
        if let other = removal.into { try separate(id, from: other) }
        try checkFree(removal.studentID, for: id)
        person.restore()
        people.set(person)
        if let other = removal.into { try part(id, from: other) }
        try settleMarks(of: id)
    }

    mutating func knownPerson(_ id: Identifier, field: String = "person") throws(Stop) -> PersonRow {
        guard let person = try people.row(id) else {
            throw .invalid(field, "notFound", "There is no such person.")
        }
        return person
    }
}
