/// Payload of `person.added`. Without a student ID of their own, the person is *new* and not yet on the roster.
public final class PersonAdded: Sendable {
    public let person: Identifier
    public let name: PersonName
    public let studentID: StudentID?
    /// Whether the book gives the next free student ID.
    public let givesID: Bool
    public let role: Role
    public let github: String
    public let type: Identifier?
    public let joined: CalendarDate?

    public init(from fields: inout FieldReader) {
        person = fields.identifier("person")
        let first = fields.text("firstName", most: PersonName.most, required: false)
        let last = fields.text("lastName", most: PersonName.most, required: false)
        name = PersonName(first: first, last: last)
        studentID = StudentID(fields.text("studentID", most: StudentID.most, required: false))
        givesID = fields.flag("givesID") ?? false
        if givesID, studentID != nil { fields.note("givesID", "given", "There is a student ID already.") }
        role = Role(word: fields.choice("role", of: Role.words, fallback: Role.student.rawValue)) ?? .student
        github = GitHubName.read("github", from: &fields) ?? ""
        if case .set(let type) = fields.clearableIdentifier("type") { self.type = type } else { type = nil }
        joined = fields.date("joined")
        if fields.problems.isEmpty, let problem = name.problem {
            fields.note(problem.field, problem.code, problem.message)
        }
    }
}

/// Payload of `person.edited`; absent fields keep their values.
public final class PersonEdited: Sendable {
    public let person: Identifier
    public let firstName: String?
    public let lastName: String?
    public let github: String?
    public let type: Change<Identifier>
    public let joined: CalendarDate?
    public let details: PersonDetailsEdited
    /// What the fields must still be to be changed.
    public let before: PersonBefore

    public init(from fields: inout FieldReader) {
        person = fields.identifier("person")
        firstName = fields.optionalText("firstName", most: PersonName.most)
        lastName = fields.optionalText("lastName", most: PersonName.most)
        github = GitHubName.read("github", from: &fields)
        type = fields.clearableIdentifier("type")
        joined = fields.date("joined")
        details = PersonDetailsEdited(from: &fields)
        before = PersonBefore(from: &fields)
    }
}

/// Values that an edit replaces, as when a change is taken back: a field that has another value by now keeps it.
public final class PersonBefore: Sendable {
    public let firstName: String?
    public let lastName: String?
    public let github: String?
    public let type: Change<Identifier>
    public let joined: CalendarDate?
    public let email: String?
    public let phone: String?
    public let note: String?

    init(from fields: inout FieldReader) {
        firstName = fields.optionalText("firstNameWas", most: PersonName.most)
        lastName = fields.optionalText("lastNameWas", most: PersonName.most)
        github = GitHubName.read("githubWas", from: &fields)
        type = fields.clearableIdentifier("typeWas")
        joined = fields.date("joinedWas")
        email = fields.optionalText("emailWas", most: EmailAddress.most)
        phone = fields.optionalText("phoneWas", most: PersonDetailsEdited.mostPhone)
        note = fields.optionalLines("noteWas", most: PersonDetailsEdited.mostNote)
    }

    /// The new value of a text, or the present one: if there is no new one, or if it is not what it was any more.
    static func value(_ new: String?, instead present: String, ifStill before: String?) -> String {
        guard let new, isMeant(new, before, present) else { return present }
        return new
    }

    /// Whether a text is to be changed: there is a new one, and it still is what it was, if that was said.
    static func isMeant(_ new: String?, _ was: String?, _ now: String) -> Bool {
        new != nil && was?.isSame(as: now) ?? true
    }

    /// Whether a person's type is still what it was.
    func isType(_ now: Identifier?) -> Bool {
        switch type {
        case .leave: true
        case .clear: now == nil
        case .set(let before): now == before
        }
    }
}

/// Payload of `person.numbered`: a person gets a student ID. New people join the roster by it.
public struct PersonNumbered: Sendable {
    public let person: Identifier
    public let studentID: StudentID?

    public init(from fields: inout FieldReader) {
        person = fields.identifier("person")
        let text = fields.text("studentID", most: StudentID.most)
        studentID = StudentID(text)
        if studentID == nil, fields.problems.isEmpty {
            fields.note("studentID", "notOwn", "This must be an ID of the person's own, not " + StudentID.none + ".")
        }
    }
}

/// Payload of `person.deactivated` and `person.activated`.
public struct PersonReference: Sendable {
    public let person: Identifier

    public init(from fields: inout FieldReader) {
        person = fields.identifier("person")
    }
}

/// Payload of `person.merged`: two people are one. What is said of the one counts for the other from now on.
public struct PersonMerged: Sendable {
    public let person: Identifier
    /// Who stays.
    public let into: Identifier

    public init(from fields: inout FieldReader) {
        person = fields.identifier("person")
        into = fields.identifier("into")
    }
}

/// Payload of `person.pictured`: a new picture, sent as `data` or named by the hash of a stored file as `picture`.
/// Without either, the picture is removed.
public struct PersonPictured: Sendable {
    public enum Picture: Sendable {
        /// File in Base64 (RFC 4648 section 4).
        case data(String)
        /// SHA-256 of a stored picture, in lowercase hexadecimal.
        case stored(String)
        case none
    }

    /// Maximum size of a picture file, in bytes.
    public static let mostBytes = 512 * 1024

    public let person: Identifier
    public let picture: Picture
    /// Hash of the picture that this one replaces, "" for none: if the person has another by now, it stays.
    public let before: String?

    public init(from fields: inout FieldReader) {
        person = fields.identifier("person")
        let data = fields.data("data", mostBytes: (Self.mostBytes + 2) / 3 * 4)
        let hash = fields.data("picture", mostBytes: 64) ?? ""
        before = fields.optionalText("pictureWas", most: 64)
        if let data {
            picture = .data(data)
            if !hash.isEmpty { fields.note("picture", "both", "Send either data or picture, not both.") }
        } else if hash.isEmpty {
            picture = .none
        } else {
            picture = .stored(hash)
        }
    }

    /// Whether a person has the picture that this one replaces.
    public func isMeant(for person: PersonRow) -> Bool { before?.isSame(as: person.picture ?? "") ?? true }
}

/// `person.roleChanged`: a person is an instructor or a student from now on, an owner of the book or none; what is absent
/// stays as it was.
public struct PersonRoleChanged: Sendable {
    public let person: Identifier
    public let role: Role?
    public let isOwner: Bool?

    public init(from fields: inout FieldReader) {
        person = fields.identifier("person")
        role = Role(word: fields.choice("role", of: Role.words, fallback: ""))
        isOwner = fields.flag("isOwner")
        if role == nil, isOwner == nil, fields.problems.isEmpty {
            fields.note("role", "required", "Say the role, or whether the person is an owner.")
        }
    }
}
