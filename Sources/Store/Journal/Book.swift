import Classroom

/// Application of an entry to the tables, or its rejection with the rule that it breaks.
///
/// The effect depends only on the journal up to the entry, never on a clock or on chance.
struct Book {
    let connection: any Connection
    let maker: Identifier?
    /// Device that made the entry.
    let device: Identifier
    /// When the entry happened: the trusted time.
    let at: Instant
    /// Time at which the server received the entry.
    let received: Instant
    /// Sequence number of the entry.
    let sequence: Int64

    /// - Parameter picture: hash of the picture that came as data.
    func apply(_ payload: EntryPayload, picture: String?) throws {
        switch payload {
        case .personAdded(let added): try apply(added)
        case .personRegistered(let registered): try apply(registered)
        case .personEdited(let edited): try apply(edited)
        case .personNumbered(let numbered): try apply(numbered)
        case .personDeactivated(let reference): try setActive(reference.person, false)
        case .personActivated(let reference): try setActive(reference.person, true)
        case .personPictured(let pictured): try apply(pictured, received: picture)
        case .personRoleChanged(let changed): try apply(changed)
        case .studentTypeSaved(let saved): try apply(saved)
        case .studentTypeDeleted(let reference): try setDeleted(reference.type, true)
        case .studentTypeRestored(let reference): try setDeleted(reference.type, false)
        case .venueSaved(let saved): try apply(saved)
        case .courseCreated(let created): try apply(created)
        case .courseEdited(let edited): try apply(edited)
        case .enrolmentRequested(let reference): try request(reference)
        case .enrolmentAccepted(let reference): try accept(reference)
        case .enrolmentDeclined(let reference): try decline(reference)
        case .classScheduled(let scheduled): try apply(scheduled)
        case .classStarted(let started): try apply(started)
        case .classStep(let step): try apply(step)
        case .classMeasured(let measured): try apply(measured)
        case .attendanceTurned(let turned): try apply(turned)
        case .attendanceAsked(let asked): try apply(asked)
        case .attendanceClaimed(let claimed): try apply(claimed)
        case .attendanceMarked(let reference), .attendanceCleared(let reference): try mark(reference)
        case .attendanceWithdrawn(let reference): try withdraw(reference)
        case .attendanceConfirmed(let claimed): try confirm(claimed)
        case .reconfirmationRequested(let requested): try apply(requested)
        case .reconfirmationWithdrawn(let reference): try withdraw(reference)
        case .questionAsked(let asked): try apply(asked)
        case .questionVoted(let voted): try apply(voted)
        case .questionAnswered(let reference): try turn(reference, answered: true)
        case .questionReopened(let reference): try turn(reference, answered: false)
        case .questionHidden(let reference): try turn(reference, hidden: true)
        case .questionShown(let reference): try turn(reference, hidden: false)
        case .trainingLogged(let logged): try apply(logged)
        case .trainingDeleted(let reference): try turn(reference, deleted: true)
        case .trainingRestored(let reference): try turn(reference, deleted: false)
        case .deviceNearby(let nearby): try apply(nearby)
        case .notificationsChosen(let chosen): try apply(chosen)
        }
    }
}
