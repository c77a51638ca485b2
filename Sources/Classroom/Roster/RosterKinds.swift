extension Kind {
    public static let personAdded = Kind("person.added", by: .instructors, columns: .person) {
        .roster(.added(PersonAdded(from: &$0)))
    }
    public static let personRegistered = Kind("person.registered", by: .instructors, columns: .person) {
        .roster(.registered(PersonRegistered(from: &$0)))
    }
    public static let personEdited = Kind("person.edited", by: .instructors, columns: .person) {
        .roster(.edited(PersonEdited(from: &$0)))
    }
    public static let personNumbered = Kind("person.numbered", by: .instructors, columns: .person) {
        .roster(.numbered(PersonNumbered(from: &$0)))
    }
    public static let personDeactivated = Kind("person.deactivated", by: .instructors, columns: .person) {
        .roster(.deactivated(PersonReference(from: &$0)))
    }
    public static let personActivated = Kind("person.activated", by: .instructors, columns: .person) {
        .roster(.activated(PersonReference(from: &$0)))
    }
    public static let personRemoved = Kind("person.removed", by: .instructors, columns: .person) {
        .roster(.removed(PersonReference(from: &$0)))
    }
    public static let personMerged = Kind("person.merged", by: .instructors, columns: .person) {
        .roster(.merged(PersonMerged(from: &$0)))
    }
    public static let personRestored = Kind("person.restored", by: .instructors, columns: .person) {
        .roster(.restored(PersonReference(from: &$0)))
    }
    public static let personPictured = Kind("person.pictured", by: .instructors, columns: .person) {
        .roster(.pictured(PersonPictured(from: &$0)))
    }
    public static let personRoleChanged = Kind("person.roleChanged", by: .owners, columns: .person) {
        .roster(.roleChanged(PersonRoleChanged(from: &$0)))
    }
    public static let studentTypeSaved = Kind("studentType.saved", by: .instructors, columns: []) {
        .roster(.typeSaved(StudentTypeSaved(from: &$0)))
    }
    public static let studentTypeDeleted = Kind("studentType.deleted", by: .instructors, columns: []) {
        .roster(.typeDeleted(StudentTypeDeleted(from: &$0)))
    }
    public static let studentTypeRestored = Kind("studentType.restored", by: .instructors, columns: []) {
        .roster(.typeRestored(StudentTypeReference(from: &$0)))
    }

    static let ofRoster: [Kind] = [
        personAdded, personRegistered, personEdited, personNumbered, personDeactivated, personActivated, personRemoved,
        personMerged, personRestored, personPictured, personRoleChanged, studentTypeSaved, studentTypeDeleted,
        studentTypeRestored,
    ]
}

/// What entries say of people and student types.
public indirect enum RosterPayload: Sendable {
    case added(PersonAdded)
    case registered(PersonRegistered)
    case edited(PersonEdited)
    case numbered(PersonNumbered)
    case deactivated(PersonReference)
    case activated(PersonReference)
    case removed(PersonReference)
    case merged(PersonMerged)
    case restored(PersonReference)
    case pictured(PersonPictured)
    case roleChanged(PersonRoleChanged)
    case typeSaved(StudentTypeSaved)
    case typeDeleted(StudentTypeDeleted)
    case typeRestored(StudentTypeReference)

    public var subject: Subject {
        switch self {
        case .added(let added): Subject(person: added.person)
        case .registered(let registered): Subject(person: registered.person)
        case .edited(let edited): Subject(person: edited.person)
        case .numbered(let numbered): Subject(person: numbered.person)
        case .deactivated(let reference), .activated(let reference), .removed(let reference),
            .restored(let reference):
            Subject(person: reference.person)
        case .merged(let merged): Subject(person: merged.person)
        case .pictured(let pictured): Subject(person: pictured.person)
        case .roleChanged(let changed): Subject(person: changed.person)
        case .typeSaved, .typeDeleted, .typeRestored: Subject()
        }
    }
}

extension Book {
    mutating func want(_ payload: RosterPayload) {
        if let person = payload.subject.person { people.want(person) }
        switch payload {
        case .added(let added):
            if let studentID = added.studentID { studentIDs.want(TextKey(studentID.text)) }
            if added.givesID { numbers.want(true) }
            if let type = added.type { studentTypes.want(type) }
            if added.role == .instructor { owners.want(true) }
        case .registered: break
        case .edited(let edited):
            editTimes.want(edited.person)
            if case .set(let type) = edited.type { studentTypes.want(type) }
            if !edited.details.isEmpty { details.want(edited.person) }
        case .numbered(let numbered):
            editTimes.want(numbered.person)
            if let studentID = numbered.studentID { studentIDs.want(TextKey(studentID.text)) }
        case .deactivated(let reference), .activated(let reference):
            owners.want(true)
            editTimes.want(reference.person)
        case .removed(let reference):
            owners.want(true)
            sessions.want(reference.person)
            spoken.want(reference.person)
        case .merged(let merged): want(merged)
        case .restored(let reference):
            spoken.want(reference.person)
            wantSeparation(of: reference.person)
            if let studentID = people.loaded(reference.person)?.removal?.studentID {
                studentIDs.want(TextKey(studentID.text))
            }
        case .roleChanged(let changed):
            owners.want(true)
            sessions.want(changed.person)
        case .pictured(let pictured):
            if case .stored(let hash) = pictured.picture { pictures.want(TextKey(hash)) }
        case .typeSaved(let saved):
            studentTypes.want(saved.type)
            editTimes.want(saved.type)
            typeNames.want(TextKey(fold(saved.name)))
        case .typeDeleted(let deleted):
            studentTypes.want(deleted.type)
            if deleted.onlyUnused { typed.want(deleted.type) }
        case .typeRestored(let reference):
            studentTypes.want(reference.type)
            if let type = studentTypes.loaded(reference.type) { typeNames.want(TextKey(fold(type.name))) }
        }
    }

    mutating func apply(_ payload: RosterPayload) throws(Stop) {
        switch payload {
        case .added(let added): try apply(added)
        case .registered(let registered): try apply(registered)
        case .edited(let edited): try apply(edited)
        case .numbered(let numbered): try apply(numbered)
        case .deactivated(let reference): try setActive(reference.person, false)
        case .activated(let reference): try setActive(reference.person, true)
        case .removed(let reference): try remove(reference.person)
        case .merged(let merged): try apply(merged)
        case .restored(let reference): try restore(reference.person)
        case .pictured(let pictured): try apply(pictured)
        case .roleChanged(let changed): try apply(changed)
        case .typeSaved(let saved): try apply(saved)
        case .typeDeleted(let deleted): try apply(deleted)
        case .typeRestored(let reference): try setDeleted(reference.type, false)
        }
    }
}
