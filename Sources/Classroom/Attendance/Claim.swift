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
        /// The instructor cleared this student before.
        case cleared
    }

    /// Maximum difference between the device's time of a claim and the server's time of its arrival, in milliseconds.
    public static let mostDelay: Int64 = 120_000

    /// Whether a claim's time and its arrival differ so much that only the device vouches for the time.
    public static func isLate(at: Instant, received: Instant) -> Bool {
        max(received.since(at), at.since(received)) > mostDelay
    }

    /// - Parameters:
    ///   - answer: answer of the geofence; `nil` without a fix or fence.
    ///   - distance: distance from the venue in metres; `nil` without a fix or fence.
    ///   - at: time of the claim by the device.
    ///   - received: time of arrival by the server.
    ///   - then: window at the time of the claim.
    ///   - now: window on arrival.
    ///   - venue: name of the venue, for the message.
    public static func verdict(
        answer: Geofence.Answer?, distance: Double?, hasFix: Bool, policy: AttendancePolicy, at: Instant,
        received: Instant, then: AttendanceWindow.State, now: AttendanceWindow.State, venue: String
    ) -> Verdict {
        if policy.evidence == .instructor {
            return .refused(FieldProblem("class", "policy", "Your instructor marks attendance in this class."))
        }
        let isLate = isLate(at: at, received: received)
        // Allows for a slightly wrong clock: a prompt claim that arrives while attendance is open is in time.
        if then != .open, isLate || now != .open { return .refused(closed(isLate ? then : now)) }
        switch answer {
        case .outside?:
            let words = Distance.words(distance ?? 0)
            return .refused(FieldProblem("position", "outside", "You are " + words + " from " + venue + "."))
        case .inside?: return isLate ? .unconfirmed(.late) : .present
        case .borderline?: return .unconfirmed(.borderline)
        case nil: return .unconfirmed(hasFix ? .noFence : .noPosition)
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
