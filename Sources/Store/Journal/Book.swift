import Classroom

/// Applies an entry to the tables that pages read, or refuses it with the rule it breaks.
///
/// What it does follows from the journal up to the entry and from nothing else: no clock, no chance.
struct Book {
    let connection: any Connection
    let maker: Identifier?
    /// On which it happened.
    let device: Identifier
    /// When the entry happened.
    let at: Instant
    /// When it came.
    let received: Instant
    /// The entry's place in the journal.
    let sequence: Int64

    /// - Parameter picture: the hash of the picture that came as data.
    func apply(_ happening: Happening, picture: String?) throws {
        switch happening {
        case .personAdded(let added): try apply(added)
        case .personRegistered(let registered): try apply(registered)
        case .personEdited(let edited): try apply(edited)
        case .personNumbered(let numbered): try apply(numbered)
        case .personDeactivated(let named): try setActive(named.person, false)
        case .personActivated(let named): try setActive(named.person, true)
        case .personPictured(let pictured): try apply(pictured, received: picture)
        case .studentTypeSaved(let saved): try apply(saved)
        case .studentTypeDeleted(let named): try setDeleted(named.type, true)
        case .studentTypeRestored(let named): try setDeleted(named.type, false)
        case .venueSaved(let saved): try apply(saved)
        case .courseCreated(let created): try apply(created)
        case .courseEdited(let edited): try apply(edited)
        case .enrolmentRequested(let named): try request(named)
        case .enrolmentAccepted(let named): try accept(named)
        case .enrolmentDeclined(let named): try decline(named)
        case .classScheduled(let scheduled): try apply(scheduled)
        case .classStarted(let started): try apply(started)
        case .classStep(let step): try apply(step)
        case .classMeasured(let measured): try apply(measured)
        case .attendanceTurned(let turned): try apply(turned)
        case .attendanceClaimed(let claimed): try apply(claimed)
        case .attendanceMarked(let named): try mark(named, present: true)
        case .attendanceCleared(let named): try mark(named, present: false)
        case .questionAsked(let asked): try apply(asked)
        case .questionVoted(let voted): try apply(voted)
        case .questionAnswered(let named): try turn(named, answered: true)
        case .questionReopened(let named): try turn(named, answered: false)
        case .trainingLogged(let logged): try apply(logged)
        case .trainingDeleted(let named): try turn(named, deleted: true)
        case .trainingRestored(let named): try turn(named, deleted: false)
        }
    }
}
