/// What it does to the book that two people are one, and the undoing of that.
///
/// Whoever is merged is gone from the book like somebody removed. What counts for people (marks, enrolments, votes and so
/// on) is in one row, that of who stays, so that nothing that reads the book needs to know of it; beside that it is kept
/// what each had, from which follows what counts once they are separated.
extension Book {
    /// How many people may turn out to be one.
    static let mostMerged = 50

    mutating func want(_ merged: PersonMerged) {
        for id in [merged.person, merged.into] {
            people.want(id)
            wantFacts(of: id)
        }
        owners.want(true)
        sessions.want(merged.person)
    }

    /// Asks for what is needed to separate somebody, if they were merged.
    mutating func wantSeparation(of id: Identifier) {
        guard let into = people.loaded(id)?.removal?.into else { return }
        people.want(into)
        for one in [id, into] { wantFacts(of: one) }
    }

    private mutating func wantFacts(of id: Identifier) {
        details.want(id)
        registrations.want(id)
        belongings.want(id)
        spoken.want(id)
    }

    /// The person for whom it counts what is said of somebody: they themselves, or who they turned out to be.
    public mutating func counting(_ id: Identifier) throws(Stop) -> Identifier {
        var id = id
        // Only people who are there are merged into, so no way leads round.
        while let next = try people.row(id)?.removal?.into { id = next }
        return id
    }

    /// The person for whom it counts what the maker of an entry does, who is in memory if they are known at all.
    mutating func acting(_ maker: Identifier) throws(Stop) -> Identifier {
        try people.loaded(maker)?.removal?.into.map { next throws(Stop) in try counting(next) } ?? maker
    }

    /// The maker of the entry, if it counts for somebody else; else `nil`.
    var ownMaker: Identifier? { occasion.maker == maker ? nil : occasion.maker }

    /// Makes one person of two.
    mutating func apply(_ merged: PersonMerged) throws(Stop) {
        guard merged.person != merged.into else {
            throw .invalid("into", "same", "A person cannot be merged with themselves. Choose another.")
        }
        var person = try knownPerson(merged.person)
        var other = try knownPerson(merged.into, field: "into")
        if person.removal?.into == other.id { return }
        try checkMergeable(person, other)
        for id in [person.id, other.id] { belongings.want(id) }
        for id in [person.id, other.id] { try belongings.check(id) }
        let (gifts, tags) = try give(to: &other, from: person)
        try shareRows(of: person, with: other)
        person.removal = PersonRemoval(
            at: received, studentID: person.studentID, wasActive: person.isActive, into: other.id, gifts: gifts,
            tags: tags)
        (person.isActive, person.studentID) = (false, nil)
        other.others += [person.id] + person.others
        people.set(person)
        people.set(other)
        try settleMarks(of: person.id)
        try settleMarks(of: other.id)
    }

    private mutating func checkMergeable(_ person: PersonRow, _ other: PersonRow) throws(Stop) {
        try checkThere(person, "person")
        try checkThere(other, "into")
        if person.id == maker {
            throw .invalid("person", "yourself", "You cannot merge yourself into somebody else. Merge them into you.")
        }
        guard person.role == other.role else {
            throw .invalid(
                "into", "role", "One is an instructor, the other a student. Change the role of one of them first.")
        }
        guard person.others.count + other.others.count + 1 < Self.mostMerged else {
            throw .invalid("into", "tooMany", "Too many people were merged with this one.")
        }
        try checkNotLastOwner(person, field: "person")
        try checkNotInSession(person.id, field: "person")
    }

    /// Separates what a person has from what those have into whom they were merged. The person is not back yet.
    mutating func separate(_ id: Identifier, from into: Identifier) throws(Stop) {
        guard let person = try people.row(id), let removal = person.removal else { return }
        try takeBack(removal.gifts, removal.tags, of: person, from: into)
        for one in try [into] + others(of: into) {
            guard var row = try people.row(one) else { continue }
            row.others.removeAll { $0 == id || person.others.contains($0) }
            people.set(row)
        }
    }

    /// Gives a person who is back their part of what was shared.
    mutating func part(_ id: Identifier, from into: Identifier) throws(Stop) {
        let over = try [into] + others(of: into)
        let own = try people.row(id)?.others ?? []
        guard let top = over.last, let rest = try people.row(top)?.others else { return }
        let (ours, theirs) = ([id] + own, [top] + rest)
        for one in ours + theirs { belongings.want(one) }
        for one in ours + theirs { try belongings.check(one) }
        try partRows(Parting(person: id, ours: ours, top: top, theirs: theirs), over)
        try settleMarks(of: top, andOf: ours)
    }

    /// Those into whom a person was merged who was merged themselves.
    private mutating func others(of id: Identifier) throws(Stop) -> [Identifier] {
        var (all, id): ([Identifier], Identifier) = ([], id)
        while let next = try people.row(id)?.removal?.into {
            all.append(next)
            id = next
        }
        return all
    }
}
