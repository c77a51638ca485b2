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
        /// No code was shown.
        case noCode
        /// The device has not shown to be on the class's network.
        case noNetwork
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

    /// What took longer than this to arrive has waited. Milliseconds.
    private static let mostHaste: Int64 = 10_000

    /// Whether an entry has waited for a signal, so that it is not refused for being early.
    public static func hasWaited(at: Instant, received: Instant) -> Bool {
        received.since(at) > mostHaste
    }

    /// Whether what was made at a time by the device, and came at another by the server, has only the device to vouch for it.
    public static func isLate(at: Instant, received: Instant) -> Bool {
        at.gap(to: received) > mostDelay
    }

    /// - Parameters:
    ///   - shown: what the claim shows.
    ///   - asked: what the class asks for.
    ///   - at: when the student made it: the trusted time.
    ///   - received: when it came, by the server.
    ///   - then: the window at the time of the claim.
    ///   - now: the window when the claim came.
    ///   - venue: its name, for people.
    public static func verdict(
        on shown: ShownEvidence, asked: AttendancePolicy.Evidence, at: Instant, received: Instant,
        then: AttendanceWindow.State, now: AttendanceWindow.State, venue: String
    ) -> Verdict {
        if let problem = problem(with: shown.code, asked) { return .refused(problem) }
        var shown = shown
        // The server itself has seen a scan: its time is not the device's word, and it has not waited.
        let isSeen = shown.code == .good(.scan)
        let isLate = !isSeen && isLate(at: at, received: received)
        // A device's clock may be wrong by a little: what comes at once while attendance is open is in time.
        let isOpen = then == .open || !isLate && now == .open
        // Of what the instructor does without signal, the server hears later: who has waited as well is not refused, and
        // not for a bad position or code either, since it may be too late for another.
        let hasWaited = !isSeen && hasWaited(at: at, received: received)
        if !isOpen, !hasWaited || then == .over { return .refused(closed(hasWaited || isLate ? then : now)) }
        if case .bad(let problem)? = shown.code {
            guard hasWaited else { return .refused(problem) }
            shown = shown.withoutCode
        }
        let weight = asked.weight(of: shown)
        if weight == .outside, !hasWaited { return .refused(outside(venue, shown.distance)) }
        if !isOpen { return .unconfirmed(then == .notYet ? .early : .closed) }
        if weight == .outside { return .unconfirmed(.late) }
        if case .doubtful(let doubt) = weight { return .unconfirmed(doubt) }
        return isSeen || !isLate && now == .open ? .present : .unconfirmed(.late)
    }

    /// Verdict on a student who is present and confirms to be still there.
    ///
    /// - Parameters:
    ///   - shown: what the student shows anew.
    ///   - asked: what the class asks for. Where only the instructor marks, the student's word is enough.
    public static func verdict(
        onStaying shown: ShownEvidence, asked: AttendancePolicy.Evidence, at: Instant, received: Instant,
        venue: String
    ) -> Verdict {
        if asked == .instructor { return .present }
        if case .bad(let problem)? = shown.code { return .refused(problem) }
        switch asked.weight(of: shown) {
        case .outside: return .refused(outside(venue, shown.distance))
        case .doubtful(let doubt): return .unconfirmed(doubt)
        case .enough: break
        }
        return shown.code != .good(.scan) && isLate(at: at, received: received) ? .unconfirmed(.late) : .present
    }

    /// Problem of a claim with what the class asks for.
    private static func problem(
        with code: CodeAnswer?, _ asked: AttendancePolicy.Evidence
    ) -> FieldProblem? {
        if asked == .instructor {
            return FieldProblem("class", "policy", "Your instructor marks attendance in this class.")
        }
        guard code != nil, !asked.takesCode else { return nil }
        return FieldProblem("code", "policy", "Codes do not count in this class.")
    }

    private static func outside(_ venue: String, _ distance: Double?) -> FieldProblem {
        let place = distance.map { Distance.words($0) + " from " } ?? "outside "
        return FieldProblem("position", "outside", "You are " + place + venue + ".")
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
