/// State of a class, folded from its entries, so that its duration depends on nothing else.
public struct ClassLifeCycle: Sendable, Equatable {
    public enum Step: String, CaseIterable, Sendable {
        case started, paused, resumed, saved, deleted, restored, unscheduled, unstarted

        /// Phase after the step; `nil` for `restored` and `unstarted`, which depend on what came before.
        public var phase: Phase? {
            switch self {
            case .started, .resumed: .running
            case .paused: .paused
            case .saved: .saved
            case .deleted, .unscheduled: .deleted
            case .restored, .unstarted: nil
            }
        }
    }

    public enum Phase: String, CaseIterable, Sendable {
        /// Course class that has not started.
        case scheduled
        case running, paused, saved, deleted
        /// Course class that will not take place.
        case cancelled
    }

    /// Longest time between a start, save or delete and its undo, in milliseconds.
    /// The app offers Undo for ten seconds; the rest allows for slow hands and networks.
    public static let undoTime: Int64 = 60_000

    /// Start time; `nil` before the class starts.
    public internal(set) var startedAt: Instant?
    public internal(set) var phase: Phase
    /// Time at which the clock last started; `nil` while it is stopped.
    public internal(set) var runningSince: Instant?
    /// Milliseconds on the clock before `runningSince`.
    public internal(set) var worked: Int64 = 0
    /// Time at which the class ended: when it was saved, unless somebody said otherwise.
    public internal(set) var endedAt: Instant?
    /// Venue and course, if they were corrected.
    public internal(set) var venue: Identifier?
    public internal(set) var course = Change<Identifier>.leave
    private var undo: Undo?

    /// - Parameter startedAt: start time; `nil` for a scheduled class.
    public init(startedAt: Instant?) {
        self.startedAt = startedAt
        phase = startedAt == nil ? .scheduled : .running
        runningSince = startedAt
    }

    /// Applies steps in chronological order, skipping those that the current phase does not allow.
    public init(startedAt: Instant?, steps: [(step: Step, at: Instant)]) {
        self.init(startedAt: startedAt)
        for (step, at) in steps where problem(step, at: at) == nil { apply(step, at: at) }
    }

    public var isInSession: Bool { phase == .running || phase == .paused }

    /// Time on the clock, excluding pauses, in milliseconds.
    public func duration(at now: Instant) -> Int64 {
        worked + (runningSince.map { now.since($0) } ?? 0)
    }

    /// Time paused between start and end, in milliseconds.
    public func paused(at now: Instant) -> Int64 {
        max(0, (endedAt ?? now).since(startedAt ?? now) - duration(at: endedAt ?? now))
    }

    /// Reason why the class cannot take this step now; `nil` if it can.
    public func problem(_ step: Step, at: Instant) -> FieldProblem? {
        if let startedAt, at < startedAt {
            return FieldProblem("at", "beforeStart", "This is before the start of the class.")
        }
        return switch (step, phase) {
        case (.paused, .running), (.resumed, .paused), (.saved, .running), (.saved, .paused): nil
        case (.deleted, .running), (.deleted, .paused), (.deleted, .saved): nil
        // By a device unaware of the cancellation: the class is held after all.
        case (.started, .scheduled), (.started, .cancelled), (.deleted, .scheduled), (.restored, .cancelled): nil
        case (.unscheduled, .scheduled), (.unscheduled, .cancelled): nil
        // Of a class that nobody planned, there was no state before.
        case (.unstarted, .running) where undo != nil, (.unstarted, .paused) where undo != nil,
            (.restored, .saved), (.restored, .deleted):
            undo.map { at.since($0.at) <= Self.undoTime } == true
                ? nil : FieldProblem("class", "tooLate", "It is too late to undo this.")
        default: FieldProblem("class", "phase", Self.message(phase))
        }
    }

    /// Applies a step for which `problem` returned `nil`.
    public mutating func apply(_ step: Step, at: Instant) {
        switch step {
        case .started:
            keep(doneAt: at)
            phase = .running
            startedAt = at
            runningSince = at
        case .paused: stopClock(.paused, at: at)
        case .resumed:
            phase = .running
            runningSince = at
        case .saved:
            keep(doneAt: at)
            stopClock(.saved, at: at)
            endedAt = at
        case .deleted where phase == .scheduled: phase = .cancelled
        case .unscheduled:
            phase = .deleted
            // As one that began and ended at once; nothing of it is shown.
            startedAt = at
        case .deleted:
            keep(doneAt: at)
            stopClock(.deleted, at: at)
        case .restored where phase == .cancelled: phase = .scheduled
        case .restored, .unstarted: restore()
        }
    }

    /// Keeps the state from before what is done now, which can be undone; `nil` for what cannot.
    mutating func keep(doneAt at: Instant?) {
        undo = at.map {
            Undo(
                phase: phase, startedAt: startedAt, runningSince: runningSince, worked: worked, endedAt: endedAt,
                at: $0)
        }
    }

    private mutating func stopClock(_ phase: Phase, at: Instant) {
        worked = duration(at: at)
        runningSince = nil
        self.phase = phase
    }

    /// Restores the state before the last start, save or delete, as if that had never been.
    private mutating func restore() {
        guard let undo else { return }
        (phase, startedAt, runningSince) = (undo.phase, undo.startedAt, undo.runningSince)
        (worked, endedAt) = (undo.worked, undo.endedAt)
        self.undo = nil
    }

    private struct Undo: Sendable, Equatable {
        let phase: Phase
        let startedAt: Instant?
        let runningSince: Instant?
        let worked: Int64
        let endedAt: Instant?
        let at: Instant
    }

    static func message(_ phase: Phase) -> String {
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
