/// The kinds of entry there are. The raw value is the kind's name in the journal and over HTTP.
public enum Kind: String, CaseIterable, Sendable {
    case personAdded = "person.added"
    case personRegistered = "person.registered"
    case personEdited = "person.edited"
    case personNumbered = "person.numbered"
    case personDeactivated = "person.deactivated"
    case personActivated = "person.activated"
    case personPictured = "person.pictured"
    case studentTypeSaved = "studentType.saved"
    case studentTypeDeleted = "studentType.deleted"
    case studentTypeRestored = "studentType.restored"
    case venueSaved = "venue.saved"
    case classStarted = "class.started"
    case classPaused = "class.paused"
    case classResumed = "class.resumed"
    case classSaved = "class.saved"
    case classDeleted = "class.deleted"
    case classRestored = "class.restored"
    case attendanceMarked = "attendance.marked"
    case attendanceCleared = "attendance.cleared"

    /// Who may make an entry of this kind. The kinds that students make come with what they do in class.
    public var makers: Makers { .instructors }
}

/// Who may make an entry.
public enum Makers: Sendable {
    case instructors
    case everyone
}

/// What happened: one case a kind, with that kind's fields.
public enum Happening: Sendable {
    case personAdded(PersonAdded)
    case personRegistered(PersonRegistered)
    case personEdited(PersonEdited)
    case personNumbered(PersonNumbered)
    case personDeactivated(PersonNamed)
    case personActivated(PersonNamed)
    case personPictured(PersonPictured)
    case studentTypeSaved(StudentTypeSaved)
    case studentTypeDeleted(StudentTypeNamed)
    case studentTypeRestored(StudentTypeNamed)
    case venueSaved(VenueSaved)
    case classStarted(ClassStarted)
    case classStep(ClassStep)
    case attendanceMarked(AttendanceNamed)
    case attendanceCleared(AttendanceNamed)

    /// Reads the fields of a kind; what is wrong with them is then in `fields.problems`.
    public static func read(_ kind: Kind, from fields: inout FieldReader) -> Happening {
        let happening: Happening =
            switch kind {
            case .personAdded: .personAdded(PersonAdded(from: &fields))
            case .personRegistered: .personRegistered(PersonRegistered(from: &fields))
            case .personEdited: .personEdited(PersonEdited(from: &fields))
            case .personNumbered: .personNumbered(PersonNumbered(from: &fields))
            case .personDeactivated: .personDeactivated(PersonNamed(from: &fields))
            case .personActivated: .personActivated(PersonNamed(from: &fields))
            case .personPictured: .personPictured(PersonPictured(from: &fields))
            case .studentTypeSaved: .studentTypeSaved(StudentTypeSaved(from: &fields))
            case .studentTypeDeleted: .studentTypeDeleted(StudentTypeNamed(from: &fields))
            case .studentTypeRestored: .studentTypeRestored(StudentTypeNamed(from: &fields))
            case .venueSaved: .venueSaved(VenueSaved(from: &fields))
            case .classStarted: .classStarted(ClassStarted(from: &fields))
            case .classPaused: .classStep(ClassStep(.paused, from: &fields))
            case .classResumed: .classStep(ClassStep(.resumed, from: &fields))
            case .classSaved: .classStep(ClassStep(.saved, from: &fields))
            case .classDeleted: .classStep(ClassStep(.deleted, from: &fields))
            case .classRestored: .classStep(ClassStep(.restored, from: &fields))
            case .attendanceMarked: .attendanceMarked(AttendanceNamed(from: &fields))
            case .attendanceCleared: .attendanceCleared(AttendanceNamed(from: &fields))
            }
        fields.finish()
        return happening
    }

    /// The class this happened in, if in one: who follows the class is told of it.
    public var classID: Identifier? {
        switch self {
        case .classStarted(let started): started.classID
        case .classStep(let step): step.classID
        case .attendanceMarked(let named), .attendanceCleared(let named): named.classID
        default: nil
        }
    }

    /// The person this happened to, if to one.
    public var personID: Identifier? {
        switch self {
        case .personAdded(let added): added.person
        case .personRegistered(let registered): registered.person
        case .personEdited(let edited): edited.person
        case .personNumbered(let numbered): numbered.person
        case .personDeactivated(let named), .personActivated(let named): named.person
        case .personPictured(let pictured): pictured.person
        case .attendanceMarked(let named), .attendanceCleared(let named): named.person
        default: nil
        }
    }
}
