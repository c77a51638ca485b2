/// What somebody can get from a person merged into them, if they do not have it themselves.
public enum Gift: String, CaseIterable, Sendable {
    case studentID
    case github
    case type
    case picture
    /// That they are active.
    case activity
    case email
    case phone
    case note
    case registration
}

extension Book {
    /// Gives somebody what they lack and the other has; returns what that was.
    mutating func give(
        to other: inout PersonRow, from person: PersonRow
    ) throws(Stop) -> (gifts: [Gift], tags: [String]) {
        var gifts: [Gift] = []
        if other.studentID == nil, let id = person.studentID {
            other.studentID = id
            gifts.append(.studentID)
        }
        if other.github.isEmpty, !person.github.isEmpty {
            other.github = person.github
            gifts.append(.github)
        }
        if other.type == nil, let type = person.type {
            other.type = type
            gifts.append(.type)
        }
        if other.picture == nil, let picture = person.picture {
            other.picture = picture
            gifts.append(.picture)
        }
        if !other.isActive, person.isActive {
            other.isActive = true
            gifts.append(.activity)
        }
        let (more, tags) = try giveDetails(to: other.id, from: person.id)
        return (gifts + more, tags)
    }

    private mutating func giveDetails(
        to other: Identifier, from person: Identifier
    ) throws(Stop) -> (gifts: [Gift], tags: [String]) {
        var (gifts, tags): ([Gift], [String]) = ([], [])
        let registration = try registrations.row(other)
        if registration == nil, let theirs = try registrations.row(person) {
            registrations.set(theirs.of(other))
            gifts.append(.registration)
        }
        guard let theirs = try details.row(person) else { return (gifts, tags) }
        var row = try details.row(other) ?? PersonDetailsRow(person: other)
        if row.email?.isEmpty ?? (registration == nil), let email = theirs.email, !email.isEmpty {
            row.email = email
            gifts.append(.email)
        }
        if row.phone.isEmpty, !theirs.phone.isEmpty {
            row.phone = theirs.phone
            gifts.append(.phone)
        }
        if row.note.isEmpty, !theirs.note.isEmpty {
            row.note = theirs.note
            gifts.append(.note)
        }
        for tag in theirs.tags where row.tags.count < PersonDetailsEdited.mostTags {
            if row.tags.contains(where: { fold($0).isSame(as: fold(tag)) }) { continue }
            row.tags.append(tag)
            tags.append(tag)
        }
        if !tags.isEmpty || gifts.contains(where: { $0 != .registration }) { details.set(row) }
        return (gifts, tags)
    }

    /// Takes back what somebody got from a person, unless it was changed since; also from those to whom they passed it on.
    mutating func takeBack(
        _ gifts: [Gift], _ tags: [String], of person: PersonRow, from id: Identifier
    ) throws(Stop) {
        guard var other = try people.row(id), !gifts.isEmpty || !tags.isEmpty else { return }
        for gift in gifts { Self.takeBack(gift, of: person, from: &other) }
        if gifts.contains(.registration) { registrations.remove(id) }
        try takeBackDetails(gifts, tags, of: person.id, from: id)
        guard let next = other.removal?.into else {
            people.set(other)
            return
        }
        let passedOn = other.removal?.gifts.filter { gifts.contains($0) } ?? []
        let passedTags = other.removal?.tags.filter { tag in tags.contains { $0.isSame(as: tag) } } ?? []
        other.removal?.gifts.removeAll { passedOn.contains($0) }
        other.removal?.tags.removeAll { tag in passedTags.contains { $0.isSame(as: tag) } }
        people.set(other)
        try takeBack(passedOn, passedTags, of: person, from: next)
    }

    private static func takeBack(_ gift: Gift, of person: PersonRow, from other: inout PersonRow) {
        switch gift {
        case .studentID:
            let id = person.removal?.studentID
            if other.studentID == id { other.studentID = nil }
            if other.removal?.studentID == id { other.removal?.studentID = nil }
        case .github: if other.github.isSame(as: person.github) { other.github = "" }
        case .type: if other.type == person.type { other.type = nil }
        case .picture: if (other.picture ?? "").isSame(as: person.picture ?? "") { other.picture = nil }
        case .activity:
            other.isActive = false
            other.removal?.wasActive = false
        case .email, .phone, .note, .registration: break
        }
    }

    private mutating func takeBackDetails(
        _ gifts: [Gift], _ tags: [String], of person: Identifier, from id: Identifier
    ) throws(Stop) {
        guard let theirs = try details.row(person), var row = try details.row(id) else { return }
        if gifts.contains(.email), (row.email ?? "").isSame(as: theirs.email ?? "") { row.email = nil }
        if gifts.contains(.phone), row.phone.isSame(as: theirs.phone) { row.phone = "" }
        if gifts.contains(.note), row.note.isSame(as: theirs.note) { row.note = "" }
        row.tags.removeAll { tag in tags.contains { $0.isSame(as: tag) } }
        details.set(row)
    }
}
