/// What people entries do to the roster.
extension Book {
    mutating func apply(_ added: PersonAdded) throws(Stop) {
        let studentID = added.givesID ? try nextStudentID() : added.studentID
        try add(PersonRow(added, studentID: studentID, at: at))
    }

    /// Adds a person, as new if without a student ID.
    mutating func add(_ person: PersonRow) throws(Stop) {
        if try people.row(person.id) != nil { throw .invalid("person", "exists", "This person exists already.") }
        try checkFree(person.studentID, for: person.id)
        try checkType(person.type)
        people.set(person)
    }

    mutating func apply(_ edited: PersonEdited) throws(Stop) {
        let before = try person(counting(edited.person))
        let typeBefore = before.type
        var person = before
        person.take(edited)
        try keepLater(&person, before, edited)
        if let problem = edited.problem(of: person.name) { throw .broken([problem]) }
        if case .set(let type) = edited.type, edited.before.isType(typeBefore) { try checkType(type) }
        people.set(person)
        try apply(edited.details, edited.before, to: person.id)
    }

    /// Leaves those facts as they were that somebody has changed at a later time.
    private mutating func keepLater(
        _ person: inout PersonRow, _ before: PersonRow, _ edited: PersonEdited
    ) throws(Stop) {
        let (was, id) = (edited.before, person.id)
        var (first, last) = (person.name.first, person.name.last)
        if PersonBefore.isMeant(edited.firstName, was.firstName, before.name.first), try !isLatest(.firstName, of: id) {
            first = before.name.first
        }
        if PersonBefore.isMeant(edited.lastName, was.lastName, before.name.last), try !isLatest(.lastName, of: id) {
            last = before.name.last
        }
        person.name = PersonName(first: first, last: last)
        if PersonBefore.isMeant(edited.github, was.github, before.github), try !isLatest(.github, of: id) {
            person.github = before.github
        }
        if PersonBefore.isMeant(edited.joined?.text, was.joined?.text, before.joined), try !isLatest(.joined, of: id) {
            person.joined = before.joined
        }
        if edited.type != .leave, was.isType(before.type), try !isLatest(.type, of: id) { person.type = before.type }
    }

    mutating func apply(_ numbered: PersonNumbered) throws(Stop) {
        var person = try person(counting(numbered.person))
        if person.id != numbered.person, person.studentID != nil { _ = try self.person(numbered.person) }
        guard try isLatest(.studentID, of: person.id) else { return }
        try checkFree(numbered.studentID, for: person.id)
        person.studentID = numbered.studentID
        people.set(person)
    }

    mutating func setActive(_ id: Identifier, _ isActive: Bool) throws(Stop) {
        var person = try person(id)
        if !isActive, id == maker { throw .invalid("person", "yourself", "You cannot deactivate yourself.") }
        guard try isLatest(.isActive, of: id) else { return }
        if !isActive { try checkNotLastOwner(person, field: "person") }
        person.isActive = isActive
        people.set(person)
    }

    mutating func apply(_ pictured: PersonPictured) throws(Stop) {
        var person = try person(counting(pictured.person))
        guard pictured.isMeant(for: person) else { return }
        switch pictured.picture {
        case .data:
            person.picture = occasion.picture
            if let hash = occasion.picture { pictures.set(PictureRow(hash: hash)) }
        case .none: person.picture = nil
        case .stored(let hash):
            if try pictures.row(TextKey(hash)) == nil {
                throw .invalid("picture", "unknown", "There is no such picture.")
            }
            person.picture = hash
        }
        people.set(person)
    }

    mutating func person(_ id: Identifier) throws(Stop) -> PersonRow {
        guard let person = try people.row(id) else {
            throw .invalid("person", "notFound", "There is no such person.")
        }
        try checkThere(person, "person")
        return person
    }

    /// Checks that somebody was neither removed nor merged.
    mutating func checkThere(_ person: PersonRow, _ field: String) throws(Stop) {
        guard let removal = person.removal else { return }
        guard let into = removal.into else { throw .broken([.removed(person.name, field)]) }
        let other = try people.row(counting(into))?.name.full ?? ""
        throw .invalid(field, "merged", person.name.full + " was merged with " + other + ".")
    }

    mutating func checkFree(_ studentID: StudentID?, for person: Identifier) throws(Stop) {
        guard let studentID else { return }
        try studentIDs.check(TextKey(studentID.text))
        let holders = people.all { row in
            row.id != person && row.studentID.map { $0.text.isSame(as: studentID.text) } ?? false
        }
        if let holder = holders.first { throw .broken([.taken(studentID, by: holder.name)]) }
    }

    /// The largest student ID of eight digits plus one. IDs of removed people count, who may get them back.
    private mutating func nextStudentID() throws(Stop) -> StudentID {
        try numbers.check(true)
        var largest: Int64 = 0
        for person in people.all(where: { $0.studentID != nil || $0.removal != nil }) {
            guard let text = (person.studentID ?? person.removal?.studentID)?.text, StudentID.isNumber(text),
                let number = Int64(text)
            else {
                continue
            }
            largest = max(largest, number)
        }
        guard let next = StudentID.next(after: padded(largest, 8)).flatMap({ StudentID($0) }) else {
            throw .invalid("givesID", "none", "There is no free ID of eight digits any more. Please type one.")
        }
        return next
    }

    private mutating func checkType(_ type: Identifier?) throws(Stop) {
        guard let type else { return }
        guard let found = try studentTypes.row(type), !found.isDeleted else {
            throw .invalid("type", "notFound", "There is no such student type.")
        }
    }

    /// Checks that a person can be at a class, or in a course.
    mutating func checkOnRoster(_ id: Identifier) throws(Stop) {
        if try person(id).studentID == nil { throw .broken([.notOnRoster]) }
    }
}

/// What a change of role or ownership does to the roster.
extension Book {
    mutating func apply(_ changed: PersonRoleChanged) throws(Stop) {
        var person = try person(changed.person)
        if changed.person == maker {
            throw .invalid("person", "yourself", "Another owner can change this for you.")
        }
        let (role, isOwner) = (changed.role ?? person.role, changed.isOwner ?? person.isOwner)
        if isOwner, role != .instructor {
            throw changed.role == .student
                ? .invalid("role", "owner", "An owner is an instructor. Make the person no owner first.")
                : .invalid("isOwner", "role", "An owner is an instructor, and this person is a student.")
        }
        if changed.isOwner == true, !person.isActive {
            throw .invalid("isOwner", "inactive", "This person is inactive.")
        }
        if !isOwner { try checkNotLastOwner(person, field: "isOwner") }
        if role == .student { try checkNotInSession(changed.person, field: "role") }
        (person.role, person.isOwner) = (role, isOwner)
        people.set(person)
    }

    /// Checks that somebody else keeps the book as well.
    mutating func checkNotLastOwner(_ person: PersonRow, field: String) throws(Stop) {
        guard person.isOwner, person.isActive, try !hasOwner(besides: person.id) else { return }
        throw .invalid(field, "lastOwner", "A book has at least one owner, and this is the last.")
    }

    /// Whether somebody active keeps the book, apart from one person.
    public mutating func hasOwner(besides person: Identifier? = nil) throws(Stop) -> Bool {
        try owners.check(true)
        return people.contains { $0.isOwner && $0.isActive && $0.id != person }
    }

    /// Checks that a person has no class in session, which nobody else could end.
    mutating func checkNotInSession(_ person: Identifier, field: String) throws(Stop) {
        try sessions.check(person)
        if classes.contains(where: { $0.instructor == person && $0.isInSession }) {
            throw .invalid(field, "inSession", "This person has a class in session.")
        }
    }

    /// Reason why a maker may not make an entry: since they were removed, or since it is for owners; `nil` if they may.
    public mutating func refusal(
        of payload: EntryPayload, _ kind: Kind, by maker: Identifier?
    ) throws(Stop) -> FieldProblem? {
        guard let maker else { return nil }
        let person = try people.row(counting(maker))
        if person?.removal != nil { return FieldProblem("kind", "forbidden", "You were removed from this book.") }
        if case .course(.edited(let edited)) = payload, let problem = try refusal(of: edited) { return problem }
        guard try isForOwners(payload, kind) else { return nil }
        if let person, person.isOwner, person.isActive { return nil }
        return FieldProblem("kind", "forbidden", Self.ownersOnly)
    }

    /// What is said to an instructor who would have to be an owner.
    public static let ownersOnly = "Only an owner of this book can do this."

    /// Whether an entry is for owners: who may come in as an instructor is for them to say.
    private mutating func isForOwners(_ payload: EntryPayload, _ kind: Kind) throws(Stop) -> Bool {
        switch payload {
        case .roster(.added(let added)): added.role == .instructor
        case .roster(.activated(let reference)), .roster(.deactivated(let reference)),
            .roster(.removed(let reference)), .roster(.restored(let reference)):
            try people.row(reference.person)?.role == .instructor
        case .roster(.merged(let merged)):
            try [people.row(merged.person), people.row(merged.into)].contains { $0?.role == .instructor }
        default: kind.makers == .owners
        }
    }
}

/// What student type entries do.
extension Book {
    mutating func apply(_ saved: StudentTypeSaved) throws(Stop) {
        if try studentTypes.row(saved.type)?.isDeleted == true {
            throw .invalid("type", "deleted", "This student type was deleted.")
        }
        guard try isLatest(.name, of: saved.type) else { return }
        try checkNameFree(saved.name, for: saved.type)
        studentTypes.set(StudentTypeRow(id: saved.type, name: saved.name, isDeleted: false))
    }

    mutating func apply(_ deleted: StudentTypeDeleted) throws(Stop) {
        if deleted.onlyUnused {
            try typed.check(deleted.type)
            if people.contains(where: { $0.type == deleted.type && $0.removal == nil }) { return }
        }
        try setDeleted(deleted.type, true)
    }

    mutating func setDeleted(_ id: Identifier, _ isDeleted: Bool) throws(Stop) {
        guard var type = try studentTypes.row(id) else {
            throw .invalid("type", "notFound", "There is no such student type.")
        }
        if !isDeleted { try checkNameFree(type.name, for: id) }
        type.isDeleted = isDeleted
        studentTypes.set(type)
    }

    private mutating func checkNameFree(_ name: String, for type: Identifier) throws(Stop) {
        let key = fold(name)
        try typeNames.check(TextKey(key))
        if studentTypes.contains(where: { !$0.isDeleted && $0.id != type && fold($0.name).isSame(as: key) }) {
            throw .broken([.typeNameTaken])
        }
    }
}
