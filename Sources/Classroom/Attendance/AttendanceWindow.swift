/// State of a class's attendance, folded from the instructor's actions: whether students can mark themselves present.
///
/// Starting the class opens attendance; ending or deleting it closes attendance for good, unless undone.
public struct AttendanceWindow: Sendable, Equatable {
    public enum Turn: String, CaseIterable, Sendable {
        case opened, closed
    }

    public enum Event: Sendable, Equatable {
        case turn(Turn)
        case step(ClassLifeCycle.Step)
        /// The class is saved, as ended at this time.
        case ended(Instant)
        /// A class that has not begun will not take place.
        case cancelled
        /// The class took place without being started.
        case recorded(HeldTime)
        case corrected(ClassCorrection)
    }

    public enum State: String, CaseIterable, Sendable {
        /// The class has not started.
        case notYet
        case open, closed
        /// The class has ended or will not take place.
        case over

        /// - Parameter isOpen: whether attendance was last opened rather than closed.
        public init(_ phase: ClassLifeCycle.Phase, isOpen: Bool) {
            switch phase {
            case .scheduled: self = .notYet
            case .running, .paused: self = isOpen ? .open : .closed
            case .saved, .deleted, .cancelled: self = .over
            }
        }
    }

    /// Life cycle of the class so far.
    public private(set) var life: ClassLifeCycle
    private var turn = Turn.opened

    /// - Parameter startedAt: start of the class; `nil` if the start is among the events or yet to come.
    public init(startedAt: Instant?) {
        life = ClassLifeCycle(startedAt: startedAt)
    }

    /// Takes the next event in chronological order, and skips one that the current state does not allow.
    @inline(never)
    public mutating func take(_ event: Event, at: Instant) {
        switch event {
        case .turn(let turn): if life.isInSession { self.turn = turn }
        case .step(let step): if life.problem(step, at: at) == nil { take(step, at: at) }
        case .cancelled: if life.cancellation(at: at) == nil { life.apply(.deleted, at: at) }
        case .ended(let end): if life.problem(.saved, at: at) == nil { life.save(endedAt: end, at: at) }
        case .recorded(let time): life.record(time, at: at)
        case .corrected(let correction): life.correct(correction)
        }
    }

    private mutating func take(_ step: ClassLifeCycle.Step, at: Instant) {
        life.apply(step, at: at)
        if step == .started { turn = .opened }
    }

    public var state: State { State(life.phase, isOpen: turn == .opened) }
}
