import Classroom
import Pages
import Store

/// Picture of a person, or initials on a stable colour.
struct Avatar: Modelled, Sendable {
    let initials: String
    let hue: Int
    let picture: String?

    init(_ person: Person) {
        initials = person.name.initials
        hue = Int(person.id.low % 12)
        picture = person.picture.map { "/pictures/\($0)" }
    }

    var model: Model { ["initials": initials.model, "hue": hue.model, "picture": picture.model] }
}

/// Person in a list.
struct PersonRow: Modelled, Sendable {
    let id: String
    let href: String
    let name: String
    let firstName: String
    let lastName: String
    let studentID: String?
    let role: String
    let active: Bool
    let isRemoved: Bool
    let isNew: Bool
    let isInstructor: Bool
    let isOwner: Bool
    let type: String?
    let attended: Int
    let attendedText: String
    let avatar: Avatar
    /// Presence at the class in question; `nil` without a class.
    let present: Bool?
    /// What an instructor is to think of at the class in question.
    let tags: [String]

    /// - Parameter href: where the row leads; by default to the person.
    init(_ person: Person, present: Bool? = nil, tags: [String]? = nil, href: String? = nil) {
        self.tags = tags ?? []
        id = person.id.text
        self.href = href ?? "/people/\(person.id)"
        name = person.name.full
        firstName = person.name.first
        lastName = person.name.last
        studentID = person.studentID ?? person.removal?.studentID?.text
        role = person.role.rawValue
        active = person.isActive
        isRemoved = person.removal != nil
        isNew = person.isNew
        isInstructor = person.role == .instructor
        isOwner = person.isOwner
        type = person.typeName
        attended = person.attended
        attendedText = counted(person.attended, "session", "sessions")
        avatar = Avatar(person)
        self.present = present
    }

    var model: Model {
        [
            "id": id.model, "href": href.model, "name": name.model, "firstName": firstName.model,
            "lastName": lastName.model, "studentID": studentID.model, "role": role.model, "active": active.model,
            "isRemoved": isRemoved.model, "isNew": isNew.model, "isInstructor": isInstructor.model,
            "isOwner": isOwner.model, "type": type.model,
            "attended": attended.model, "attendedText": attendedText.model, "avatar": avatar.model,
            "present": present.model, "tags": tags.model,
        ]
    }
}

/// Option in a choice.
struct Choice: Modelled, Sendable {
    let value: String
    let label: String
    let selected: Bool
    /// True for a venue without a position, where no geofence can be checked.
    var lacksPosition: Bool?

    var model: Model {
        [
            "value": value.model, "label": label.model, "selected": selected.model,
            "lacksPosition": lacksPosition.model,
        ]
    }
}

/// What instructors know of a person, on the person's page.
struct DetailsView: Modelled, Sendable {
    let id: String
    let email: String
    let phone: String
    let note: String
    let tags: [String]
    /// Tags of others, to choose from.
    let known: [String]

    static func load(_ site: Site, _ person: Person) async throws -> DetailsView {
        async let known = site.store.knownTags()
        return DetailsView(try await site.store.details(of: person.id), of: person, known: try await known)
    }

    private init(_ details: PersonDetails, of person: Person, known: [String]) {
        id = person.id.text
        email = details.email
        phone = details.phone
        note = details.note
        tags = details.tags
        self.known = known.filter { !details.tags.contains($0) }
    }

    var model: Model {
        [
            "id": id.model, "email": email.model, "phone": phone.model, "note": note.model, "tags": tags.model,
            "known": known.model,
        ]
    }
}
