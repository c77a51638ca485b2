/// Whether something can happen to a class, after what has happened. The events are in the order of time.
extension [ClassEvent] {
    /// Reason why an event cannot happen now; `nil` if it can.
    ///
    /// - Parameters:
    ///   - life: state of the class at that time.
    ///   - hasWaited: whether it was done without signal: a class that was cancelled elsewhere meanwhile is held after all.
    func problem(
        _ event: AttendanceWindow.Event, in life: ClassLifeCycle, at: Instant, on device: Identifier, hasWaited: Bool
    ) -> FieldProblem? {
        switch event {
        case .step(.started) where life.phase == .cancelled && !hasWaited:
            FieldProblem("class", "phase", ClassLifeCycle.message(.cancelled))
        case .step(let step): isDone(step, in: life, at, device) ? nil : life.problem(step, at: at)
        case .cancelled: isDone(.deleted, in: life, at, device) ? nil : life.cancellation(at: at)
        case .ended(let end):
            isDone(.saved, in: life, at, device)
                ? nil : life.problem(.saved, at: at) ?? life.problem(endedAt: end, at: at)
        case .turn: life.isInSession ? nil : life.problem(.paused, at: at) ?? .notInSession
        case .recorded(let time): problem(time, in: life, at, device)
        case .corrected(let correction): life.problem(correction, at: at)
        }
    }

    /// Reason why a class cannot have taken place then. One that nobody planned has no events before.
    private func problem(
        _ time: HeldTime, in life: ClassLifeCycle, _ at: Instant, _ device: Identifier
    ) -> FieldProblem? {
        if let problem = time.problem(at: at) { return problem }
        if life.phase == .scheduled || isEmpty { return nil }
        let isDone = contains { one in
            if case .recorded = one.event { one.device != device } else { false }
        }
        return isDone && life.phase == .saved ? nil : FieldProblem("class", "phase", ClassLifeCycle.message(life.phase))
    }

    /// Whether another device has already taken this step, neither knowing of the other.
    /// The entry is then accepted and changes nothing.
    private func isDone(
        _ step: ClassLifeCycle.Step, in life: ClassLifeCycle, _ at: Instant, _ device: Identifier
    ) -> Bool {
        let isThere = life.phase == step.phase || step == .deleted && life.phase == .cancelled
        guard isThere, life.startedAt.map({ at >= $0 }) ?? true else { return false }
        let last = last { $0.step == step && $0.at <= at }
        return last.map { $0.device != device } ?? false
    }
}

extension ClassRow {
    /// Whether this class stands in the way of another that its instructor starts at a time. One that started later was started
    /// on a device unaware of the other: both are kept.
    public func isInTheWay(of other: Identifier, by starter: Identifier, at time: Instant) -> Bool {
        guard instructor == starter, isInSession, id != other else { return false }
        return startedAt.map { $0 <= time } ?? false
    }

    /// Whether an instructor has this class of a course in session.
    public func isTaught(in course: Identifier, by instructor: Identifier) -> Bool {
        self.course == course && self.instructor == instructor && isInSession
    }

    /// Reason why nobody can be marked at the class; `nil` if people can.
    public var unmarkable: FieldProblem? {
        switch phase {
        case .running, .paused, .saved: nil
        case .scheduled, .cancelled, .deleted: FieldProblem("class", "phase", ClassLifeCycle.message(phase))
        }
    }
}

extension FieldProblem {
    /// What is said to an instructor who starts a class while another is in session, at a venue.
    public static func inSession(at venue: String) -> FieldProblem {
        FieldProblem("class", "inSession", "You have a class in session at " + venue + ". End it first.")
    }

    /// What is said if a class would come back beside another of its instructor.
    public static var anotherInSession: FieldProblem {
        FieldProblem("class", "inSession", "Another class is in session.")
    }

    /// What is said if a start is taken back after somebody was marked, or marked themselves.
    public static var somebodyMarked: FieldProblem {
        FieldProblem("class", "marked", "Somebody is marked already. End the class instead.")
    }

    /// What is said of what can only be done while a class is in session.
    public static var notInSession: FieldProblem {
        FieldProblem("class", "phase", "This class is not in session.")
    }
}
