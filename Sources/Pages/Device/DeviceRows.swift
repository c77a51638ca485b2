import Classroom

/// Person in a device's book.
final class DevicePerson: Sendable {
    let person: Person
    let details: PersonDetails
    /// Place on the roster: last name first, folded.
    let key: String

    var id: Identifier { person.id }

    var isRemoved: Bool { person.removal != nil }

    /// New people first, then instructors, then students.
    var group: Int64 { person.isNew ? 0 : person.role == .instructor ? 1 : 2 }

    /// - Parameter change: sessions attended since the copy was made.
    init(_ copy: CopyValue, _ id: Identifier, attended change: Int, _ book: DeviceBook) {
        let name = PersonName(first: copy.words("firstName"), last: copy.words("lastName"))
        let typeID = copy.identifier("type")
        let type = book.types.first { $0.id == typeID }
        let studentID = copy.text("studentID").flatMap { StudentID($0) }
        let isActive = copy.flag("active")
        let removal = copy.instant("removedAt").map {
            PersonRemoval(at: $0, studentID: studentID, wasActive: isActive)
        }
        person = Person(
            id: id, name: name, initials: book.host.initials(name), studentID: removal == nil ? studentID?.text : nil,
            role: Role(word: copy.words("role")) ?? .student, isOwner: copy.flag("isOwner"),
            github: copy.words("github"), type: type?.id, typeName: type?.name, joined: copy.words("joined"),
            isActive: isActive && removal == nil, picture: copy.text("picture"),
            attended: Int(copy.whole("attended") ?? 0) + change, removal: removal, others: [])
        details = PersonDetails(
            email: copy.words("email"), phone: copy.words("phone"), note: copy.words("note"),
            tags: copy.list("tags").compactMap { if case .text(let tag) = $0 { tag } else { nil } })
        key = book.host.fold(name.last.isEmpty ? name.first : name.last + " " + name.first)
    }
}

/// Venue in a device's book.
final class DeviceVenue: Sendable {
    let id: Identifier
    let name: String
    let address: String
    /// Name, folded.
    let key: String
    let position: Position?
    let radius: Double
    let isHidden: Bool
    let mergedInto: Identifier?

    init?(_ copy: CopyValue, _ host: DeviceHost) {
        guard let id = copy.identifier("id") else { return nil }
        self.id = id
        (name, address) = (copy.words("name"), copy.words("address"))
        key = host.fold(name)
        (position, radius) = (copy.position, copy.number("radius") ?? 0)
        (isHidden, mergedInto) = (copy.flag("isHidden"), copy.identifier("mergedInto"))
    }

    /// - Parameter origin: from where the distance is measured.
    func venue(from origin: Position?) -> Venue {
        var distance: Double?
        if let position, let origin { distance = position.distance(to: origin) }
        return Venue(
            id: id, name: name, address: address, position: position, radius: radius, isHidden: isHidden,
            distance: distance)
    }
}

/// Course of which a device knows only what its classes show.
struct DeviceCourse: Sendable {
    let id: Identifier
    let title: String
    /// IANA name of its time zone.
    let timeZone: String
}
