/// Rules for a student's claim to be present.
public enum Claim {
    /// Verdict on a claim.
    public enum Verdict: Sendable, Equatable {
        case present
        /// Present once the instructor confirms.
        case unconfirmed(Doubt)
        /// Rejected without effect.
        case refused(FieldProblem)
    }

    /// Reason why a claim needs confirmation.
    public enum Doubt: String, CaseIterable, Sendable {
        /// The device does not know or share its position.
        case noPosition
        /// The venue has no position.
        case noFence
        /// The fix is too inaccurate, too old, or at the edge of the fence.
        case borderline
        /// The claim was delayed, so only the device's clock vouches for its time.
        case late
        /// The claim waited, and the class had not started at its time.
        case early
        /// The claim waited, and attendance was closed at its time.
        case closed
        /// The instructor has cleared this student before.
        case cleared
    }

    /// Maximum difference between the device's time of a claim and the server's time of its arrival, in milliseconds.
    public static let mostDelay = DeviceClock.mostDelay

    /// A claim that took longer than this to arrive has waited, and is not refused for being early. Milliseconds.
    public static let mostHaste: Int64 = 10_000

    /// Whether what was made at a time by the device, and came at another by the server, has only the device to vouch for it.
    public static func isLate(at: Instant, received: Instant) -> Bool {
        max(received.since(at), at.since(received)) > mostDelay
    }

    /// - Parameters:
    ///   - answer: the fence's word on the fix; `nil` without a fix or without a fence.
    ///   - distance: of the fix from the venue, in metres; `nil` without a fix or a fence, and where it is not told.
    ///   - at: when the student made it: the trusted time.
    ///   - received: when it came, by the server.
    ///   - then: the window at the time of the claim.
    ///   - now: the window when the claim came.
    ///   - venue: its name, for people.
    public static func verdict(
        answer: Geofence.Answer?, distance: Double?, hasFix: Bool, policy: AttendancePolicy, at: Instant,
        received: Instant, then: AttendanceWindow.State, now: AttendanceWindow.State, venue: String
    ) -> Verdict {
        if policy.evidence == .instructor {
            return .refused(FieldProblem("class", "policy", "Your instructor marks attendance in this class."))
        }
        let isLate = isLate(at: at, received: received)
        // A device's clock may be wrong by a little: what comes at once while attendance is open is in time.
        let isOpen = then == .open || !isLate && now == .open
        if !isOpen {
            // Of what the instructor does without signal, the server hears later: who has waited as well is not refused.
            let hasWaited = received.since(at) > mostHaste
            if !hasWaited || then == .over { return .refused(closed(hasWaited || isLate ? then : now)) }
        }
        if answer == .outside {
            let place = distance.map { Distance.words($0) + " from " } ?? "outside "
            return .refused(FieldProblem("position", "outside", "You are " + place + venue + "."))
        }
        if !isOpen { return .unconfirmed(then == .notYet ? .early : .closed) }
        switch answer {
        case .inside?: return isLate || now != .open ? .unconfirmed(.late) : .present
        case .borderline?: return .unconfirmed(.borderline)
        default: return .unconfirmed(hasFix ? .noFence : .noPosition)
        }
    }

    /// Reason why claims are not accepted.
    public static func closed(_ state: AttendanceWindow.State) -> FieldProblem {
        switch state {
        case .notYet: FieldProblem("class", "notYet", "Attendance is not open yet.")
        case .open, .closed: FieldProblem("class", "closed", "Attendance is closed.")
        case .over: FieldProblem("class", "over", "This class is over.")
        }
    }
}
