import Classroom

/// Person in a device's book.
final class DevicePerson: Sendable {
    let row: PersonRow
    let details: PersonDetailsRow
    /// As shown.
    let person: Person
    /// Place on the roster: last name first, folded.
    let key: String

    var id: Identifier { row.id }

    var isRemoved: Bool { row.removal != nil }

    /// Whether the person was removed too long ago to come back.
    func isGone(_ now: Instant) -> Bool { person.removal.map { $0.ends <= now } ?? false }

    /// New people first, then instructors, then students.
    var group: Int64 { person.isNew ? 0 : person.role == .instructor ? 1 : 2 }

    /// - Parameter book: with the student types.
    init(_ row: PersonRow, _ details: PersonDetailsRow, _ book: DeviceBook) {
        (self.row, self.details) = (row, details)
        let type = row.type.flatMap { book.type($0) }
        person = Person(
            id: row.id, name: row.name, initials: book.host.initials(row.name), studentID: row.studentID?.text,
            role: row.role, isOwner: row.isOwner, github: row.github, type: type?.id, typeName: type?.name,
            joined: row.joined, isActive: row.isActive, picture: row.picture, attended: Int(row.attended),
            removal: row.removal, others: [])
        key = book.host.fold(row.name.last.isEmpty ? row.name.first : row.name.last + " " + row.name.first)
    }
}

extension PersonRow {
    init(_ copy: CopyValue, _ id: Identifier) {
        self.init(
            id: id, name: PersonName(first: copy.words("firstName"), last: copy.words("lastName")),
            studentID: copy.text("studentID").flatMap { StudentID($0) },
            role: Role(word: copy.words("role")) ?? .student, github: copy.words("github"),
            type: copy.identifier("type"), joined: copy.words("joined"), isActive: copy.flag("active"),
            isOwner: copy.flag("isOwner"), picture: copy.text("picture"), attended: copy.whole("attended") ?? 0)
    }
}

extension PersonDetailsRow {
    init(_ copy: CopyValue, _ person: Identifier) {
        self.init(person: person)
        (email, phone, note) = (copy.words("email"), copy.words("phone"), copy.words("note"))
        tags = copy.texts("tags")
    }
}

/// Venue in a device's book.
final class DeviceVenue: Sendable {
    let row: VenueRow
    /// Name, folded.
    let key: String

    var id: Identifier { row.id }
    var name: String { row.name }
    var address: String { row.address }
    var isHidden: Bool { row.isHidden }
    var mergedInto: Identifier? { row.mergedInto }

    init(_ row: VenueRow, _ host: DeviceHost) {
        self.row = row
        key = host.fold(row.name)
    }

    /// - Parameter origin: from where the distance is measured.
    func venue(from origin: Position?) -> Venue {
        var distance: Double?
        if let position = row.position, let origin { distance = position.distance(to: origin) }
        return Venue(
            id: id, name: name, address: address, position: row.position, radius: row.radius, isHidden: isHidden,
            distance: distance)
    }
}

extension VenueRow {
    init?(_ copy: CopyValue) {
        guard let id = copy.identifier("id") else { return nil }
        self.init(
            id: id, name: copy.words("name"), address: copy.words("address"), position: copy.position,
            radius: copy.number("radius") ?? 0)
        (isHidden, mergedInto) = (copy.flag("isHidden"), copy.identifier("mergedInto"))
    }
}
