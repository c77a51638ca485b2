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
        guard try isLatest(.plan, of: scheduled.classID) else { return }
        var session =
            before
            ?? ClassRow(
                id: scheduled.classID, course: scheduled.course, instructor: maker, venue: venue, phase: .scheduled)
        if before == nil { session.ownInstructor = ownMaker }
        session.take(scheduled, at: venue)
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
        session.beganAt = at
        session.ownInstructor = ownMaker
        classes.set(session)
        note(.step(.started), in: started.classID)
    }

    /// Checks that an instructor has no other class in session.
    private mutating func checkNothingElse(
        inSessionOf instructor: Identifier, besides id: Identifier
    ) throws(Stop) {
        guard let other = try other(inSessionOf: instructor, besides: id) else { return }
        throw .broken([.inSession(at: try venue(other.venue).name)])
    }

    mutating func other(
        inSessionOf instructor: Identifier, besides id: Identifier
    ) throws(Stop) -> ClassRow? {
        try sessions.check(instructor)
        let time = at
        let others = classes.all { $0.isInTheWay(of: id, by: instructor, at: time) }
        return others.min { $0.id < $1.id }
    }

    /// Starts a course class, with the geofence around its venue as known now.
    private mutating func start(_ started: ClassStarted, _ venue: VenueRow) throws(Stop) {
        var session = try ownClass(started.classID)
        if session.startedAt == nil, let maker {
            (session.instructor, session.venue, session.fence) = (maker, venue.id, venue.fence)
            session.ownInstructor = ownMaker
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
