/// What class entries do.
extension Book {
    mutating func apply(_ scheduled: ClassScheduled) throws(Stop) {
        let course = try ownCourse(scheduled.course)
        let before = try classes.row(scheduled.classID)
        if let before {
            guard before.course == scheduled.course else { throw Self.noClass }
            guard before.isPlanned else {
                let isGone = before.phase == .deleted
                throw .invalid("class", "phase", isGone ? "This class was deleted." : "This class has started already.")
            }
        }
        guard let maker else { throw Self.noClass }
        let venue = scheduled.venue ?? before?.venue ?? course.venue
        _ = try self.venue(venue)
        var session =
            before
            ?? ClassRow(
                id: scheduled.classID, course: scheduled.course, instructor: maker, venue: venue, phase: .scheduled)
        session.venue = venue
        session.plannedAt = scheduled.start
        session.minutes = scheduled.minutes ?? before?.minutes ?? ClassScheduled.usualLength
        session.survey = scheduled.survey ?? session.survey
        session.evidence = scheduled.evidence.value(instead: session.evidence)
        classes.set(session)
    }

    mutating func apply(_ started: ClassStarted) throws(Stop) {
        guard let maker else { throw .invalid("class", "forbidden", "A class needs an instructor.") }
        let there = try classes.row(started.classID)
        if let there, there.course == nil { throw .invalid("class", "exists", "This class exists already.") }
        let venue = try venue(started.venue)
        try checkNothingElse(inSessionOf: maker, besides: started.classID)
        if there != nil {
            try start(started, venue)
            return
        }
        var session = ClassRow(
            id: started.classID, course: nil, instructor: maker, venue: venue.id, phase: .running)
        (session.startedAt, session.runningSince, session.isOpen, session.fence) = (at, at, true, venue.fence)
        classes.set(session)
        note(.step(.started), in: started.classID)
    }

    /// Checks that an instructor has no other class in session. A class that started later was started on a device
    /// unaware of this one: both are kept.
    private mutating func checkNothingElse(
        inSessionOf instructor: Identifier, besides id: Identifier
    ) throws(Stop) {
        guard let other = try other(inSessionOf: instructor, besides: id) else { return }
        let name = try venue(other.venue).name
        throw .invalid("class", "inSession", "You have a class in session at " + name + ". End it first.")
    }

    private mutating func other(
        inSessionOf instructor: Identifier, besides id: Identifier
    ) throws(Stop) -> ClassRow? {
        try sessions.check(instructor)
        let time = at
        let others = classes.all { session in
            guard session.instructor == instructor, session.isInSession, session.id != id else { return false }
            return session.startedAt.map { $0 <= time } ?? false
        }
        return others.min { $0.id < $1.id }
    }

    /// Starts a course class, with the geofence around its venue as known now.
    private mutating func start(_ started: ClassStarted, _ venue: VenueRow) throws(Stop) {
        var session = try ownClass(started.classID)
        if session.startedAt == nil, let maker {
            (session.instructor, session.venue, session.fence) = (maker, venue.id, venue.fence)
            classes.set(session)
        }
        try take(.step(.started), in: started.classID)
    }

    /// Sets the outside temperature at the start of the class. The first measurement stands.
    mutating func apply(_ measured: ClassMeasured) throws(Stop) {
        guard var session = try classes.row(measured.classID), session.isInSession else { throw Self.noClass }
        guard session.temperature == nil else {
            throw .invalid("class", "exists", "The temperature of this class is known already.")
        }
        session.temperature = measured.temperature
        classes.set(session)
    }

    mutating func apply(_ turned: AttendanceTurned) throws(Stop) {
        _ = try ownCourseClass(turned.classID)
        try take(.turn(turned.turn), in: turned.classID)
    }

    /// Claims from before keep what was asked of them.
    mutating func apply(_ asked: AttendanceAsked) throws(Stop) {
        var session = try ownCourseClass(asked.classID)
        guard session.isInSession || session.phase == .scheduled else {
            throw .invalid("class", "phase", "This class is over.")
        }
        session.evidence = asked.evidence
        classes.set(session)
    }

    private mutating func ownCourseClass(_ id: Identifier) throws(Stop) -> ClassRow {
        let session = try ownClass(id)
        guard session.course != nil else {
            throw .invalid("class", "course", "Only students of a course class can mark themselves present.")
        }
        return session
    }

    /// The class, if the maker teaches it: course classes belong to all instructors of the course, others to their own.
    mutating func ownClass(_ id: Identifier) throws(Stop) -> ClassRow {
        guard let maker, let session = try classes.row(id) else { throw Self.noClass }
        let isOwn = if let course = session.course { try isTaughtByMaker(course) } else { session.instructor == maker }
        guard isOwn else { throw Self.noClass }
        return session
    }

    static var noClass: Stop { .invalid("class", "notFound", "There is no such class.") }
}

/// What happens to a class in its course.
extension Book {
    mutating func take(_ event: AttendanceWindow.Event, in id: Identifier) throws(Stop) {
        var session = try ownClass(id)
        let start = session.course == nil ? session.startedAt : nil
        let earlier = try events(of: id)
        let before = earlier.window(startedAt: start, at: at).life
        switch event {
        case .step(let step):
            if let problem = before.problem(step, at: at), !isDone(step, earlier, in: before) {
                throw .broken([problem])
            }
        case .turn:
            guard before.isInSession else {
                throw .broken([before.problem(.paused, at: at) ?? Self.noSession])
            }
        }
        note(event, in: id)
        let all = try events(of: id)
        let after = all.window(startedAt: start)
        if after.life.isInSession, !before.isInSession, event != .step(.started) {
            if try other(inSessionOf: session.instructor, besides: id) != nil {
                throw .invalid("class", "inSession", "Another class is in session.")
            }
        }
        let wasSaved = session.phase == .saved
        session.take(after)
        classes.set(session)
        if wasSaved != (session.phase == .saved) { try countAttended(at: id, wasSaved ? -1 : 1) }
        if session.course != nil { try judgeClaimsAnew(in: session, all) }
    }

    private static var noSession: FieldProblem {
        FieldProblem("class", "phase", "This class is not in session.")
    }

    /// Events of a class so far, in the order of time.
    mutating func events(of session: Identifier) throws(Stop) -> [ClassEvent] {
        try events.events(session).inOrder
    }

    private mutating func note(_ event: AttendanceWindow.Event, in session: Identifier) {
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
    fileprivate mutating func take(_ window: AttendanceWindow) {
        let life = window.life
        (phase, startedAt, runningSince) = (life.phase, life.startedAt, life.runningSince)
        (worked, endedAt) = (life.worked, life.endedAt)
        paused = life.endedAt.map { life.paused(at: $0) } ?? 0
        isOpen = window.state == .open
    }
}
