/// Kinds of entry. The raw value is the name in the journal and over HTTP.
public enum Kind: String, CaseIterable, Sendable {
    case personAdded = "person.added"
    case personRegistered = "person.registered"
    case personEdited = "person.edited"
    case personNumbered = "person.numbered"
    case personDeactivated = "person.deactivated"
    case personActivated = "person.activated"
    case personPictured = "person.pictured"
    case personRoleChanged = "person.roleChanged"
    case studentTypeSaved = "studentType.saved"
    case studentTypeDeleted = "studentType.deleted"
    case studentTypeRestored = "studentType.restored"
    case venueSaved = "venue.saved"
    case courseCreated = "course.created"
    case courseEdited = "course.edited"
    case enrolmentRequested = "enrolment.requested"
    case enrolmentAccepted = "enrolment.accepted"
    case enrolmentDeclined = "enrolment.declined"
    case classScheduled = "class.scheduled"
    case classStarted = "class.started"
    case classPaused = "class.paused"
    case classResumed = "class.resumed"
    case classSaved = "class.saved"
    case classDeleted = "class.deleted"
    case classRestored = "class.restored"
    case classMeasured = "class.measured"
    case attendanceOpened = "attendance.opened"
    case attendanceClosed = "attendance.closed"
    case attendanceAsked = "attendance.asked"
    case attendanceClaimed = "attendance.claimed"
    case attendanceMarked = "attendance.marked"
    case attendanceCleared = "attendance.cleared"
    case attendanceWithdrawn = "attendance.withdrawn"
    case attendanceConfirmed = "attendance.confirmed"
    case reconfirmationRequested = "reconfirmation.requested"
    case reconfirmationWithdrawn = "reconfirmation.withdrawn"
    case questionAsked = "question.asked"
    case questionVoted = "question.voted"
    case questionAnswered = "question.answered"
    case questionReopened = "question.reopened"
    case questionHidden = "question.hidden"
    case questionShown = "question.shown"
    case trainingLogged = "training.logged"
    case trainingDeleted = "training.deleted"
    case trainingRestored = "training.restored"
    case deviceNearby = "device.nearby"
    case notificationsChosen = "notifications.chosen"

    /// People who may make an entry of this kind.
    public var makers: Makers {
        switch self {
        case .enrolmentRequested, .enrolmentDeclined, .attendanceClaimed, .attendanceConfirmed, .questionAsked,
            .questionVoted, .trainingLogged, .trainingDeleted, .trainingRestored, .deviceNearby, .notificationsChosen:
            .everyone
        case .personRoleChanged: .owners
        case .classMeasured: .host
        default: .instructors
        }
    }

    /// Names of the fields that are identifiers by which the journal is searched. It keeps them in columns of these names,
    /// and no second time among the fields.
    public var columns: [String] {
        switch self {
        case .personAdded, .personRegistered, .personEdited, .personNumbered, .personDeactivated, .personActivated,
            .personPictured, .personRoleChanged:
            ["person"]
        case .courseCreated, .courseEdited, .enrolmentRequested: ["course"]
        case .enrolmentAccepted, .enrolmentDeclined: ["course", "person"]
        case .attendanceMarked, .attendanceCleared, .attendanceWithdrawn: ["class", "person"]
        case .classScheduled, .classStarted, .classPaused, .classResumed, .classSaved, .classDeleted, .classRestored,
            .classMeasured, .attendanceOpened, .attendanceClosed, .attendanceAsked, .attendanceClaimed,
            .attendanceConfirmed, .reconfirmationRequested, .reconfirmationWithdrawn, .questionAsked, .questionVoted,
            .questionAnswered, .questionReopened, .questionHidden, .questionShown, .deviceNearby:
            ["class"]
        case .studentTypeSaved, .studentTypeDeleted, .studentTypeRestored, .venueSaved, .trainingLogged,
            .trainingDeleted, .trainingRestored, .notificationsChosen:
            []
        }
    }
}

/// People who may make an entry.
public enum Makers: Sendable {
    case instructors
    /// The instructors who keep the book.
    case owners
    case everyone
    /// Only the server itself and its command line.
    case host
}

/// Event that an entry records: a case for each kind, with the kind's fields.
public enum EntryPayload: Sendable {
    case personAdded(PersonAdded)
    case personRegistered(PersonRegistered)
    case personEdited(PersonEdited)
    case personNumbered(PersonNumbered)
    case personDeactivated(PersonReference)
    case personActivated(PersonReference)
    case personPictured(PersonPictured)
    case personRoleChanged(PersonRoleChanged)
    case studentTypeSaved(StudentTypeSaved)
    case studentTypeDeleted(StudentTypeReference)
    case studentTypeRestored(StudentTypeReference)
    case venueSaved(VenueSaved)
    case courseCreated(CourseCreated)
    case courseEdited(CourseEdited)
    case enrolmentRequested(CourseReference)
    case enrolmentAccepted(EnrolmentReference)
    case enrolmentDeclined(EnrolmentReference)
    case classScheduled(ClassScheduled)
    case classStarted(ClassStarted)
    case classStep(ClassStep)
    case classMeasured(ClassMeasured)
    case attendanceTurned(AttendanceTurned)
    case attendanceAsked(AttendanceAsked)
    case attendanceClaimed(AttendanceClaimed)
    case attendanceMarked(AttendanceReference)
    case attendanceCleared(AttendanceReference)
    case attendanceWithdrawn(AttendanceReference)
    case attendanceConfirmed(AttendanceClaimed)
    case reconfirmationRequested(ReconfirmationRequested)
    case reconfirmationWithdrawn(ReconfirmationReference)
    case questionAsked(QuestionAsked)
    case questionVoted(QuestionVoted)
    case questionAnswered(QuestionReference)
    case questionReopened(QuestionReference)
    case questionHidden(QuestionReference)
    case questionShown(QuestionReference)
    case trainingLogged(TrainingLogged)
    case trainingDeleted(TrainingReference)
    case trainingRestored(TrainingReference)
    case deviceNearby(DeviceNearby)
    case notificationsChosen(NotificationsChosen)

    /// Reads the fields of a kind, collecting errors in `fields.problems`.
    public static func read(_ kind: Kind, from fields: inout FieldReader) -> EntryPayload {
        let payload: EntryPayload =
            switch kind {
            case .personAdded: .personAdded(PersonAdded(from: &fields))
            case .personRegistered: .personRegistered(PersonRegistered(from: &fields))
            case .personEdited: .personEdited(PersonEdited(from: &fields))
            case .personNumbered: .personNumbered(PersonNumbered(from: &fields))
            case .personDeactivated: .personDeactivated(PersonReference(from: &fields))
            case .personActivated: .personActivated(PersonReference(from: &fields))
            case .personPictured: .personPictured(PersonPictured(from: &fields))
            case .personRoleChanged: .personRoleChanged(PersonRoleChanged(from: &fields))
            case .studentTypeSaved: .studentTypeSaved(StudentTypeSaved(from: &fields))
            case .studentTypeDeleted: .studentTypeDeleted(StudentTypeReference(from: &fields))
            case .studentTypeRestored: .studentTypeRestored(StudentTypeReference(from: &fields))
            case .venueSaved: .venueSaved(VenueSaved(from: &fields))
            case .courseCreated: .courseCreated(CourseCreated(from: &fields))
            case .courseEdited: .courseEdited(CourseEdited(from: &fields))
            case .enrolmentRequested: .enrolmentRequested(CourseReference(from: &fields))
            case .enrolmentAccepted: .enrolmentAccepted(EnrolmentReference(from: &fields))
            case .enrolmentDeclined: .enrolmentDeclined(EnrolmentReference(from: &fields))
            case .classScheduled: .classScheduled(ClassScheduled(from: &fields))
            case .classStarted: .classStarted(ClassStarted(from: &fields))
            case .classPaused: .classStep(ClassStep(.paused, from: &fields))
            case .classResumed: .classStep(ClassStep(.resumed, from: &fields))
            case .classSaved: .classStep(ClassStep(.saved, from: &fields))
            case .classDeleted: .classStep(ClassStep(.deleted, from: &fields))
            case .classRestored: .classStep(ClassStep(.restored, from: &fields))
            case .classMeasured: .classMeasured(ClassMeasured(from: &fields))
            case .attendanceOpened: .attendanceTurned(AttendanceTurned(.opened, from: &fields))
            case .attendanceClosed: .attendanceTurned(AttendanceTurned(.closed, from: &fields))
            case .attendanceAsked: .attendanceAsked(AttendanceAsked(from: &fields))
            case .attendanceClaimed: .attendanceClaimed(AttendanceClaimed(from: &fields))
            case .attendanceMarked: .attendanceMarked(AttendanceReference(from: &fields))
            case .attendanceCleared: .attendanceCleared(AttendanceReference(from: &fields))
            case .attendanceWithdrawn: .attendanceWithdrawn(AttendanceReference(from: &fields))
            case .attendanceConfirmed: .attendanceConfirmed(AttendanceClaimed(from: &fields))
            case .reconfirmationRequested: .reconfirmationRequested(ReconfirmationRequested(from: &fields))
            case .reconfirmationWithdrawn: .reconfirmationWithdrawn(ReconfirmationReference(from: &fields))
            case .questionAsked: .questionAsked(QuestionAsked(from: &fields))
            case .questionVoted: .questionVoted(QuestionVoted(from: &fields))
            case .questionAnswered: .questionAnswered(QuestionReference(from: &fields))
            case .questionReopened: .questionReopened(QuestionReference(from: &fields))
            case .questionHidden: .questionHidden(QuestionReference(from: &fields))
            case .questionShown: .questionShown(QuestionReference(from: &fields))
            case .trainingLogged: .trainingLogged(TrainingLogged(from: &fields))
            case .trainingDeleted: .trainingDeleted(TrainingReference(from: &fields))
            case .trainingRestored: .trainingRestored(TrainingReference(from: &fields))
            case .deviceNearby: .deviceNearby(DeviceNearby(from: &fields))
            case .notificationsChosen: .notificationsChosen(NotificationsChosen(from: &fields))
            }
        fields.finish()
        return payload
    }

    /// Problem with the payload given the time of its entry; `nil` if there is none.
    func problem(at: Instant) -> FieldProblem? {
        if case .trainingLogged(let logged) = self { logged.problem(at: at) } else { nil }
    }

    /// Course concerned, for events of a course itself and not of its classes.
    public var courseID: Identifier? {
        switch self {
        case .courseCreated(let created): created.course
        case .courseEdited(let edited): edited.course
        case .enrolmentRequested(let reference): reference.course
        case .enrolmentAccepted(let reference), .enrolmentDeclined(let reference): reference.course
        default: nil
        }
    }

    /// Class concerned, whose followers are notified.
    public var classID: Identifier? {
        switch self {
        case .classScheduled(let scheduled): scheduled.classID
        case .classStarted(let started): started.classID
        case .classStep(let step): step.classID
        case .classMeasured(let measured): measured.classID
        case .attendanceTurned(let turned): turned.classID
        case .attendanceAsked(let asked): asked.classID
        case .attendanceClaimed(let claimed), .attendanceConfirmed(let claimed): claimed.classID
        case .reconfirmationRequested(let requested): requested.classID
        case .reconfirmationWithdrawn(let reference): reference.classID
        case .deviceNearby(let nearby): nearby.classID
        case .attendanceMarked(let reference), .attendanceCleared(let reference),
            .attendanceWithdrawn(let reference):
            reference.classID
        case .questionAsked(let asked): asked.classID
        case .questionVoted(let voted): voted.classID
        case .questionAnswered(let reference), .questionReopened(let reference), .questionHidden(let reference),
            .questionShown(let reference):
            reference.classID
        default: nil
        }
    }

    /// Person concerned.
    ///
    /// - Parameter maker: who made the entry, since some entries concern their maker.
    public func personID(maker: Identifier?) -> Identifier? {
        switch self {
        case .personAdded(let added): added.person
        case .personRegistered(let registered): registered.person
        case .personEdited(let edited): edited.person
        case .personNumbered(let numbered): numbered.person
        case .personDeactivated(let reference), .personActivated(let reference): reference.person
        case .personPictured(let pictured): pictured.person
        case .personRoleChanged(let changed): changed.person
        case .courseCreated, .enrolmentRequested, .attendanceClaimed, .attendanceConfirmed, .trainingLogged,
            .trainingDeleted, .trainingRestored, .deviceNearby, .notificationsChosen:
            maker
        case .courseEdited(let edited): edited.instructorAdded ?? edited.instructorRemoved
        case .enrolmentAccepted(let reference), .enrolmentDeclined(let reference): reference.person
        case .attendanceMarked(let reference), .attendanceCleared(let reference),
            .attendanceWithdrawn(let reference):
            reference.person
        default: nil
        }
    }
}
