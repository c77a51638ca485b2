import Classroom

/// Way of an honest student to being marked present, as the app leads it.
public struct HonestJourney: Sendable {
    /// What it took.
    public enum Help: CaseIterable, Sendable {
        case none, code, instructor
        /// Refused, when nothing could be done any more.
        case lost
    }

    /// Claim that a device sends.
    public struct Attempt: Sendable {
        public let fix: Fix?
        /// When the code was on the screen that is typed; `nil` without a code.
        public let codeShown: Instant?
        /// By the device's clock.
        public let at: Instant
        /// By the device's clock.
        public let sent: Instant
        public let received: Instant
    }

    public let student: HonestStudent
    public let asked: AttendancePolicy.Evidence
    public let fence: Geofence
    public let start: Instant

    public init(
        _ student: HonestStudent, asked: AttendancePolicy.Evidence, radius: Double, start: Instant
    ) {
        self.student = student
        self.asked = asked
        fence = Geofence(centre: HonestStudent.venue, radius: radius)
        self.start = start
    }

    /// Length of a class, in milliseconds.
    public static let length: Int64 = 5_400_000

    public var end: Instant { start.adding(milliseconds: Self.length) }

    /// When the first claim is made, and when it arrives.
    public var pressed: Instant { start.adding(milliseconds: student.pressed) }
    public var received: Instant { pressed.adding(milliseconds: student.delay) }

    /// Time that a student needs for a code or for "Ask for Confirmation", in milliseconds.
    private static let secondWay: Int64 = 10_000

    /// - Parameter judge: tells what becomes of a claim: "present", "unconfirmed late", or "position outside".
    public func run(_ judge: (Attempt) async throws -> String) async throws -> Help {
        let first = firstAttempt
        let outcome = try await judge(first)
        if outcome == "present" { return first.codeShown == nil ? .none : .code }
        let isWaiting = outcome.hasPrefix("unconfirmed")
        let later = received.adding(milliseconds: Self.secondWay)
        guard later.adding(milliseconds: Self.secondWay) < end else { return isWaiting ? .instructor : .lost }
        if asked.takesCode, try await judge(attempt(code: later, at: later)) == "present" { return .code }
        if isWaiting { return .instructor }
        return try await judge(attempt(code: nil, at: later)).hasPrefix("unconfirmed") ? .instructor : .lost
    }

    /// By location if the device may tell and, as far as it knows without signal, is not outside.
    private var firstAttempt: Attempt {
        let isSeenOutside =
            !student.isOnline && student.knowsFence
            && student.fix.map { fence.answer(to: $0) == .outside } ?? false
        if let fix = student.fix, !isSeenOutside { return attempt(fix, at: pressed, received: received) }
        return attempt(code: asked.takesCode ? pressed : nil, at: pressed, received: received)
    }

    private func attempt(
        _ fix: Fix? = nil, code: Instant? = nil, at: Instant, received: Instant? = nil
    ) -> Attempt {
        let received = received ?? at.adding(milliseconds: 1000)
        return Attempt(
            fix: fix, codeShown: code, at: at.adding(milliseconds: student.clockError),
            sent: received.adding(milliseconds: student.clockError), received: received)
    }

    /// What the rules say of a claim.
    public func verdict(on attempt: Attempt) -> String {
        let at = DeviceClock(sent: attempt.sent, received: attempt.received)
            .time(of: attempt.at, received: attempt.received)
        let shown = ShownEvidence(
            answer: attempt.fix.map { fence.answer(to: $0) }, distance: nil, hasFix: attempt.fix != nil,
            code: attempt.codeShown.map { answer(toCodeOf: $0, at: at, received: attempt.received) })
        let verdict = Claim.verdict(
            on: shown, asked: asked, at: at, received: attempt.received, then: window(at),
            now: window(attempt.received), venue: "")
        return switch verdict {
        case .present: "present"
        case .unconfirmed(let doubt): "unconfirmed \(doubt.rawValue)"
        case .refused(let problem): "\(problem.field) \(problem.code)"
        }
    }

    private func window(_ time: Instant) -> AttendanceWindow.State {
        time < start ? .notYet : time < end ? .open : .over
    }

    /// This code and the one before are good, at the time of receipt and at the trusted time.
    private func answer(toCodeOf shown: Instant, at: Instant, received: Instant) -> CodeAnswer {
        let step = AttendanceCode.step(at: shown)
        let isGood = [received, at].contains { time in
            let soon = AttendanceCode.step(at: time.adding(milliseconds: 2000))
            return (AttendanceCode.step(at: time) - 1...soon).contains(step)
        }
        return isGood ? .good(.code) : .bad(FieldProblem("code", "wrong", ""))
    }
}
