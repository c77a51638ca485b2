/// What happens to a class in its course.
extension Book {
    mutating func take(_ event: AttendanceWindow.Event, in id: Identifier) throws(Stop) {
        var session = try ownClass(id)
        let earlier = try events(of: id)
        let before = earlier.window(startedAt: session.beganAt, at: at).life
        let hasWaited = Claim.hasWaited(at: at, received: received)
        if let problem = earlier.problem(event, in: before, at: at, on: occasion.device, hasWaited: hasWaited) {
            throw .broken([problem])
        }
        if event == .step(.unstarted) { try checkNobodyMarked(at: id) }
        note(event, in: id)
        let all = try events(of: id)
        let after = all.window(startedAt: session.beganAt)
        if after.life.isInSession, !before.isInSession, event != .step(.started) {
            if try other(inSessionOf: session.instructor, besides: id) != nil { throw .broken([.anotherInSession]) }
        }
        let wasSaved = session.phase == .saved
        session.take(after, since: earlier.window(startedAt: session.beganAt).life)
        classes.set(session)
        if wasSaved != (session.phase == .saved) { try countAttended(at: id, wasSaved ? -1 : 1) }
        if session.course != nil { try judgeClaimsAnew(in: session, all) }
    }

    /// Events of a class so far, in the order of time.
    mutating func events(of session: Identifier) throws(Stop) -> [ClassEvent] {
        try events.events(session).inOrder
    }

    mutating func note(_ event: AttendanceWindow.Event, in session: Identifier) {
        let noted = ClassEvent(event, at: at, device: occasion.device, sequence: occasion.sequence)
        events.append(noted, session)
    }

    private mutating func checkNobodyMarked(at session: Identifier) throws(Stop) {
        try attendance.check(session)
        guard marks.all(where: { $0.key.first == session }).isEmpty else { throw .broken([.somebodyMarked]) }
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

    /// Reason why an event cannot happen now; `nil` if it can.
    ///
    /// - Parameter known: events of the class so far.
    public func problem(
        _ event: AttendanceWindow.Event, after known: [ClassEvent], at: Instant, on device: Identifier
    ) -> FieldProblem? {
        let earlier = known.inOrder
        let life = earlier.window(startedAt: beganAt, at: at).life
        return earlier.problem(event, in: life, at: at, on: device, hasWaited: false)
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
        if isPlanned { (fence, temperature) = (nil, nil) }
        // Another venue may have taken the place of one that was corrected before.
        if life.venue != before.venue { venue = life.venue ?? venue }
        if life.course != before.course { course = life.course.value(instead: course) }
        plan()
    }

    /// A class that nobody planned stands in its course where it took place. One that was planned stands where it was
    /// planned, unless it took place on another day.
    private mutating func plan() {
        if beganAt != nil {
            plannedAt = course == nil ? nil : startedAt
            minutes = course == nil ? nil : length
        } else if let startedAt, let plan = planAt ?? plannedAt, plan.gap(to: startedAt) >= Self.anotherDay {
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
    public static let anotherDay: Int64 = 12 * 3_600_000
}
