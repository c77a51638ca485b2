/// What is said of classes afterwards.
extension Book {
    /// A class took place that nobody started: one that was planned, or another.
    mutating func apply(_ recorded: ClassRecorded) throws(Stop) {
        guard let maker else { throw .invalid("class", "forbidden", "A class needs an instructor.") }
        var session: ClassRow
        if let there = try classes.row(recorded.classID) {
            session = try planned(there, recorded)
        } else {
            guard let venue = recorded.venue else { throw .invalid("venue", "required", "Choose a venue.") }
            if let course = recorded.course { _ = try ownCourse(course) }
            session = ClassRow(
                id: recorded.classID, course: recorded.course, instructor: maker, venue: venue, phase: .scheduled)
            session.beganAt = recorded.time.start
            session.ownInstructor = ownMaker
        }
        let venue = try venue(recorded.venue ?? session.venue)
        if session.phase == .scheduled {
            (session.instructor, session.venue, session.fence) = (maker, venue.id, venue.fence)
            session.ownInstructor = ownMaker
        }
        classes.set(session)
        try take(.recorded(recorded.time), in: recorded.classID)
    }

    private mutating func planned(_ there: ClassRow, _ recorded: ClassRecorded) throws(Stop) -> ClassRow {
        guard there.course != nil else { throw .invalid("class", "exists", "This class exists already.") }
        let session = try ownClass(there.id)
        if let course = recorded.course, course != session.course {
            throw .invalid("course", "planned", "This class belongs to another course.")
        }
        return session
    }

    mutating func apply(_ corrected: ClassCorrected) throws(Stop) {
        let session = try ownClass(corrected.classID)
        if let venue = corrected.correction.venue { _ = try self.venue(venue) }
        try checkCourse(corrected.correction.course, of: session)
        try take(.corrected(corrected.correction), in: corrected.classID)
    }

    /// Checks that a class may come to another course. One that was planned stays in its own.
    private mutating func checkCourse(_ change: Change<Identifier>, of session: ClassRow) throws(Stop) {
        if change == .leave || change.value(instead: session.course) == session.course { return }
        guard session.beganAt != nil else {
            throw .invalid("course", "planned", "This class was scheduled in its course, and stays there.")
        }
        if case .set(let course) = change { _ = try ownCourse(course) }
        if change == .clear, session.instructor != maker {
            throw .invalid("course", "forbidden", "Only who taught this class can take it out of its course.")
        }
    }
}
