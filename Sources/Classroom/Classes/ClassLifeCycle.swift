/// What has become of a class: a fold over the steps of its life, so that its duration follows from its entries alone.
public struct ClassLifeCycle: Sendable, Equatable {
    public enum Step: String, CaseIterable, Sendable {
        case started, paused, resumed, saved, deleted, restored

        /// In which phase it leaves a class; `nil` if that depends.
        public var phase: Phase? {
            switch self {
            case .started, .resumed: .running
            case .paused: .paused
            case .saved: .saved
            case .deleted: .deleted
            case .restored: nil
            }
        }
    }

    public enum Phase: String, CaseIterable, Sendable {
        /// Of a course: to be started.
        case scheduled
        case running, paused, saved, deleted
        /// Of a course: will not be.
        case cancelled
    }

    /// How long after a save or a delete it can still be undone, by the times of the two entries, in milliseconds.
    /// The app offers it for ten seconds; the rest is for a slow hand and a slow network.
    public static let undoTime: Int64 = 60_000

    /// `nil` before it has begun.
    public private(set) var startedAt: Instant?
    public private(set) var phase: Phase
    /// When the clock was last set going; `nil` while it stands.
    public private(set) var runningSince: Instant?
    /// Milliseconds on the clock up to `runningSince`.
    public private(set) var worked: Int64 = 0
    /// When it was saved.
    public private(set) var endedAt: Instant?
    private var undo: Undo?

    /// - Parameter startedAt: when it began; `nil` for a class that is scheduled.
    public init(startedAt: Instant?) {
        self.startedAt = startedAt
        phase = startedAt == nil ? .scheduled : .running
        runningSince = startedAt
    }

    /// Follows steps in the order of time. A step that means nothing where it stands is passed over.
    public init(startedAt: Instant?, steps: [(step: Step, at: Instant)]) {
        self.init(startedAt: startedAt)
        for (step, at) in steps where problem(step, at: at) == nil { apply(step, at: at) }
    }

    /// Steps in the order in which they happened; of two at one moment the one that came first stays first.
    public static func inOrder(_ steps: [(step: Step, at: Instant)]) -> [(step: Step, at: Instant)] {
        // The sort is stable.
        steps.sorted { $0.at < $1.at }
    }

    public var isInSession: Bool { phase == .running || phase == .paused }

    /// Time on the clock, without pauses, in milliseconds.
    public func duration(at now: Instant) -> Int64 {
        worked + (runningSince.map { now.since($0) } ?? 0)
    }

    /// Time from start to end that was not on the clock, in milliseconds.
    public func paused(at now: Instant) -> Int64 {
        max(0, (endedAt ?? now).since(startedAt ?? now) - duration(at: endedAt ?? now))
    }

    /// Why the class cannot take this step now; `nil` if it can.
    public func problem(_ step: Step, at: Instant) -> FieldProblem? {
        if let startedAt, at < startedAt {
            return FieldProblem("at", "beforeStart", "This lies before the start of the class.")
        }
        return switch (step, phase) {
        case (.paused, .running), (.resumed, .paused), (.saved, .running), (.saved, .paused): nil
        case (.deleted, .running), (.deleted, .paused), (.deleted, .saved): nil
        case (.started, .scheduled), (.deleted, .scheduled), (.restored, .cancelled): nil
        case (.restored, .saved), (.restored, .deleted):
            undo.map { at.since($0.at) <= Self.undoTime } == true
                ? nil : FieldProblem("class", "tooLate", "It is too late to undo this.")
        default: FieldProblem("class", "phase", Self.message(phase))
        }
    }

    /// Takes a step that `problem` has nothing against.
    public mutating func apply(_ step: Step, at: Instant) {
        switch step {
        case .started:
            phase = .running
            startedAt = at
            runningSince = at
        case .paused: stopClock(.paused, at: at)
        case .resumed:
            phase = .running
            runningSince = at
        case .saved:
            undo = Undo(phase: phase, runningSince: runningSince, worked: worked, endedAt: endedAt, at: at)
            stopClock(.saved, at: at)
            endedAt = at
        case .deleted where phase == .scheduled: phase = .cancelled
        case .deleted:
            undo = Undo(phase: phase, runningSince: runningSince, worked: worked, endedAt: endedAt, at: at)
            stopClock(.deleted, at: at)
        case .restored where phase == .cancelled: phase = .scheduled
        case .restored: restore()
        }
    }

    private mutating func stopClock(_ phase: Phase, at: Instant) {
        worked = duration(at: at)
        runningSince = nil
        self.phase = phase
    }

    /// Back to how it was before the last save or delete, as if the clock had never been stopped.
    private mutating func restore() {
        guard let undo else { return }
        phase = undo.phase
        runningSince = undo.runningSince
        worked = undo.worked
        endedAt = undo.endedAt
        self.undo = nil
    }

    private struct Undo: Sendable, Equatable {
        let phase: Phase
        let runningSince: Instant?
        let worked: Int64
        let endedAt: Instant?
        let at: Instant
    }

    private static func message(_ phase: Phase) -> String {
        switch phase {
        case .scheduled: "This class has not started yet."
        case .running: "This class is running."
        case .paused: "This class is paused."
        case .saved: "This class has ended and is saved."
        case .deleted: "This class was deleted."
        case .cancelled: "This class is cancelled."
        }
    }
}
