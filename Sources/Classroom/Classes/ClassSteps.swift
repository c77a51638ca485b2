/// What happens to a class in its course.
extension Book {
    mutating func take(_ event: AttendanceWindow.Event, in id: Identifier) throws(Stop) {
        var session = try ownClass(id)
        let earlier = try events(of: id)
        let before = earlier.window(startedAt: session.beganAt, at: at).life
        if let problem = problem(event, in: before, after: earlier) { throw .broken([problem]) }
        note(event, in: id)
        let all = try events(of: id)
        let after = all.window(startedAt: session.beganAt)
        if after.life.isInSession, !before.isInSession, event != .step(.started) {
            if try other(inSessionOf: session.instructor, besides: id) != nil {
                throw .invalid("class", "inSession", "Another class is in session.")
            }
        }
        let wasSaved = session.phase == .saved
        session.take(after, since: earlier.window(startedAt: session.beganAt).life)
        classes.set(session)
        if wasSaved != (session.phase == .saved) { try countAttended(at: id, wasSaved ? -1 : 1) }
        if session.course != nil { try judgeClaimsAnew(in: session, all) }
    }

    /// Reason why this cannot happen now.
    private func problem(
        _ event: AttendanceWindow.Event, in life: ClassLifeCycle, after earlier: [ClassEvent]
    ) -> FieldProblem? {
        switch event {
        case .step(let step): isDone(step, earlier, in: life) ? nil : life.problem(step, at: at)
        case .cancelled: isDone(.deleted, earlier, in: life) ? nil : life.cancellation(at: at)
        case .ended(let end):
            isDone(.saved, earlier, in: life)
                ? nil : life.problem(.saved, at: at) ?? life.problem(endedAt: end, at: at)
        case .turn: life.isInSession ? nil : life.problem(.paused, at: at) ?? Self.noSession
        case .recorded(let time): problem(time, in: life, after: earlier)
        case .corrected(let correction): life.problem(correction, at: at)
        }
    }

    /// Reason why a class cannot have taken place then. One that nobody planned has no events before.
    private func problem(_ time: HeldTime, in life: ClassLifeCycle, after earlier: [ClassEvent]) -> FieldProblem? {
        if let problem = time.problem(at: at) { return problem }
        if life.phase == .scheduled || earlier.isEmpty { return nil }
        let isDone = earlier.contains { one in
            if case .recorded = one.event { one.device != occasion.device } else { false }
        }
        return isDone && life.phase == .saved ? nil : FieldProblem("class", "phase", ClassLifeCycle.message(life.phase))
    }

    private static var noSession: FieldProblem {
        FieldProblem("class", "phase", "This class is not in session.")
    }

    /// Events of a class so far, in the order of time.
    mutating func events(of session: Identifier) throws(Stop) -> [ClassEvent] {
        try events.events(session).inOrder
    }

    mutating func note(_ event: AttendanceWindow.Event, in session: Identifier) {
        let noted = ClassEvent(event, at: at, device: occasion.device, sequence: occasion.sequence)
        events.append(noted, session)
    }

    /// Whether another device has already taken this step, neither knowing of the other.
    /// The entry is then accepted and changes nothing.
    private func isDone(_ step: ClassLifeCycle.Step, _ earlier: [ClassEvent], in cycle: ClassLifeCycle) -> Bool {
        let isThere = cycle.phase == step.phase || step == .deleted && cycle.phase == .cancelled
        guard isThere, cycle.startedAt.map({ at >= $0 }) ?? true else { return false }
        let last = earlier.last { $0.step == step && $0.at <= at }
        return last.map { $0.device != occasion.device } ?? false
    }

    /// Updates "sessions attended", which counts saved classes only.
    private mutating func countAttended(at session: Identifier, _ change: Int64) throws(Stop) {
        try attendance.check(session)
        let present = marks.all { $0.key.first == session && $0.mark.isPresent }.map { $0.key.second }
        for person in present { people.want(person) }
        for person in present {
            guard var row = try people.row(person) else { continue }
            row.attended += change
            people.set(row)
        }
    }
}

extension ClassRow {
    /// Takes what follows from events that a device has and the book does not have yet.
    ///
    /// - Parameters:
    ///   - all: with those that the book has.
    ///   - known: those that the book has.
    public mutating func take(_ all: [ClassEvent], after known: [ClassEvent]) {
        take(all.inOrder.window(startedAt: beganAt), since: known.inOrder.window(startedAt: beganAt).life)
    }

    /// Takes what follows from all events.
    ///
    /// - Parameter before: what followed without the latest.
    fileprivate mutating func take(_ window: AttendanceWindow, since before: ClassLifeCycle) {
        let life = window.life
        (phase, startedAt, runningSince) = (life.phase, life.startedAt, life.runningSince)
        (worked, endedAt) = (life.worked, life.endedAt)
        paused = life.endedAt.map { life.paused(at: $0) } ?? 0
        isOpen = window.state == .open
        if life.phase == .scheduled { fence = nil }
        // Another venue may have taken the place of one that was corrected before.
        if life.venue != before.venue { venue = life.venue ?? venue }
        if life.course != before.course { course = life.course.value(instead: course) }
        plan(isTold: life.isTold)
    }

    /// A class that nobody planned stands in its course where it took place. One that was planned stands where it was
    /// planned, unless it took place on another day.
    private mutating func plan(isTold: Bool) {
        if beganAt != nil {
            plannedAt = course == nil ? nil : startedAt
            minutes = course == nil ? nil : length
        } else if isTold, let startedAt, let plan = planAt ?? plannedAt, plan.gap(to: startedAt) >= Self.anotherDay {
            (plannedAt, planAt) = (startedAt, plan)
        } else if let planAt {
            (plannedAt, self.planAt) = (planAt, nil)
        }
    }

    /// Length of a class that nobody planned, in minutes.
    private var length: Int {
        guard let startedAt, let endedAt else { return ClassScheduled.usualLength }
        let minutes = Double(endedAt.since(startedAt)) / 60_000
        let lengths = ClassScheduled.lengths
        return Int(nearest: min(max(minutes, lengths.lowerBound), lengths.upperBound)) ?? ClassScheduled.usualLength
    }

    /// From here on a class was not held when it was planned, in milliseconds.
    private static let anotherDay: Int64 = 12 * 3_600_000
}
