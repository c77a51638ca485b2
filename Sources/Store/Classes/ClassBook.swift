import Classroom

/// Effects of class entries.
extension Book {
    func apply(_ scheduled: ClassScheduled) throws {
        let course = try ownCourse(scheduled.course)
        let row = try connection.first(
            "SELECT course, phase, venue, minutes, survey, evidence FROM class WHERE id = $1", scheduled.classID)
        if let row {
            guard try row.optionalIdentifier("course") == scheduled.course else { throw Self.noClass }
            let phase = try row.word("phase", of: ClassLifeCycle.Phase.self)
            guard phase == .scheduled || phase == .cancelled else {
                throw Problem.invalid("class", "phase", "This class has started already.")
            }
        }
        let id = try scheduled.venue ?? row?.identifier("venue") ?? course.identifier("venue")
        let venue = try venue(id)
        try connection.run(
            """
            INSERT INTO class (id, course, instructor, venue, venue_key, planned_at, minutes, survey, evidence, phase,
                               worked, paused, is_open)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'scheduled', 0, 0, 0)
            ON CONFLICT (id) DO UPDATE
            SET venue = $4, venue_key = $5, planned_at = $6, minutes = $7, survey = $8, evidence = $9
            """,
            scheduled.classID, scheduled.course, maker, id, venue.text("name_key"), scheduled.start,
            scheduled.minutes.map(Int64.init) ?? row?.integer("minutes") ?? Int64(ClassScheduled.usualLength),
            scheduled.survey ?? row?.text("survey") ?? "",
            evidence(scheduled, instead: row?.optionalText("evidence")))
    }

    private func evidence(_ scheduled: ClassScheduled, instead before: String?) -> String? {
        switch scheduled.evidence {
        case .leave: before
        case .clear: nil
        case .set(let evidence): evidence.rawValue
        }
    }

    func apply(_ started: ClassStarted) throws {
        guard let maker else { throw Problem.invalid("class", "forbidden", "A class needs an instructor.") }
        let there = try connection.first("SELECT course FROM class WHERE id = $1", started.classID)
        if let there, try there.optionalIdentifier("course") == nil {
            throw Problem.invalid("class", "exists", "This class exists already.")
        }
        let venue = try venue(started.venue)
        // A class that started later was started on a device unaware of this class: both are kept.
        let other = try connection.first(
            """
            SELECT venue.name FROM class JOIN venue ON venue.id = class.venue
            WHERE class.instructor = $1 AND class.phase IN ('running', 'paused') AND class.started_at <= $2
              AND class.id <> $3
            """, maker, at, started.classID)
        if let name = try other?.text("name") {
            throw Problem.invalid("class", "inSession", "You have a class in session at \(name). End it first.")
        }
        if there != nil {
            try start(started, venue)
        } else {
            try connection.run(
                """
                INSERT INTO class (id, instructor, venue, venue_key, survey, phase, started_at, running_since, worked,
                                   paused, is_open, fence_latitude, fence_longitude, fence_radius)
                VALUES ($1, $2, $3, $4, '', 'running', $5, $5, 0, 0, 1, $6, $7, $8)
                """,
                values: [
                    started.classID.sqlValue, maker.sqlValue, started.venue.sqlValue,
                    venue.text("name_key").sqlValue, at.sqlValue,
                ] + Self.fence(venue))
        }
    }

    /// Starts a course class, with the geofence around its venue as known now.
    private func start(_ started: ClassStarted, _ venue: Row) throws {
        if try ownClass(started.classID).optionalInteger("started_at") == nil {
            try connection.run(
                """
                UPDATE class SET instructor = $2, venue = $3, venue_key = $4, fence_latitude = $5, fence_longitude = $6,
                                 fence_radius = $7
                WHERE id = $1
                """,
                values: [
                    started.classID.sqlValue, maker.sqlValue, started.venue.sqlValue,
                    venue.text("name_key").sqlValue,
                ] + Self.fence(venue))
        }
        try take(.step(.started), in: started.classID)
    }

    func apply(_ taken: ClassStep) throws {
        try take(.step(taken.step), in: taken.classID)
    }

    /// Sets the outside temperature at the start of the class. The first measurement stands.
    func apply(_ measured: ClassMeasured) throws {
        let row = try connection.first(
            "SELECT temperature FROM class WHERE id = $1 AND phase IN ('running', 'paused')", measured.classID)
        guard let row else { throw Self.noClass }
        guard try row.optionalReal("temperature") == nil else {
            throw Problem.invalid("class", "exists", "The temperature of this class is known already.")
        }
        try connection.run(
            "UPDATE class SET temperature = $2 WHERE id = $1", measured.classID, measured.temperature)
    }

    func apply(_ turned: AttendanceTurned) throws {
        guard try ownClass(turned.classID).optionalIdentifier("course") != nil else {
            throw Problem.invalid("class", "course", "Only students of a course class can mark themselves present.")
        }
        try take(.turn(turned.turn), in: turned.classID)
    }

    /// Claims from before keep what was asked of them.
    func apply(_ asked: AttendanceAsked) throws {
        let session = try ownClass(asked.classID)
        guard try session.optionalIdentifier("course") != nil else {
            throw Problem.invalid("class", "course", "Only students of a course class can mark themselves present.")
        }
        guard [.scheduled, .running, .paused].contains(ClassLifeCycle.Phase(word: try session.text("phase"))) else {
            throw Problem.invalid("class", "phase", "This class is over.")
        }
        try connection.run(
            "UPDATE class SET evidence = $2 WHERE id = $1", asked.classID, asked.evidence?.rawValue)
    }

    /// Returns the class if the maker teaches it.
    func ownClass(_ id: Identifier) throws -> Row {
        let row = try connection.first(
            "SELECT course, phase, started_at FROM class WHERE id = $1 AND \(ClassSession.isTaught(by: "$2"))",
            id, maker)
        guard let row else { throw Self.noClass }
        return row
    }

    static var noClass: Problem { .invalid("class", "notFound", "There is no such class.") }

    private func venue(_ id: Identifier) throws -> Row {
        let row = try connection.first(
            "SELECT name_key, latitude, longitude, radius FROM venue WHERE id = $1", id)
        guard let row else { throw Problem.invalid("venue", "notFound", "There is no such venue.") }
        return row
    }

    /// Columns of the geofence; nulls for a venue without a position.
    private static func fence(_ venue: Row) throws -> [SQLValue] {
        let (latitude, longitude) = try (venue.optionalReal("latitude"), venue.optionalReal("longitude"))
        let radius = latitude == nil ? nil : try venue.real("radius")
        return [latitude.sqlValue, longitude.sqlValue, radius.sqlValue]
    }

    private func take(_ event: AttendanceWindow.Event, in id: Identifier) throws {
        let row = try ownClass(id)
        let isOfCourse = try row.optionalIdentifier("course") != nil
        let start = isOfCourse ? nil : try row.optionalInstant("started_at")
        let earlier = try connection.classEvents(of: id, before: sequence)
        let before = earlier.window(startedAt: start, at: at).life
        switch event {
        case .step(let step):
            if let problem = before.problem(step, at: at), !isDone(step, earlier, in: before) {
                throw Problem.invalid([problem])
            }
        case .turn:
            guard before.isInSession else { throw Problem.invalid([before.problem(.paused, at: at) ?? Self.noSession]) }
        }
        let all = (earlier + [ClassEvent(event, at: at, device: device, sequence: sequence)]).inOrder
        let after = all.window(startedAt: start)
        if after.life.isInSession, !before.isInSession, event != .step(.started) { try checkFree(id) }
        try store(after, of: id)
        let wasSaved = try row.text("phase") == ClassLifeCycle.Phase.saved.rawValue
        if wasSaved != (after.life.phase == .saved) { try countAttended(at: id, wasSaved ? -1 : 1) }
        if isOfCourse { try judgeClaimsAnew(in: id, all, phase: after.life.phase) }
    }

    private static let noSession = FieldProblem("class", "phase", "This class is not in session.")

    /// Whether another device has already taken this step, neither knowing of the other.
    /// The entry is then accepted and changes nothing.
    private func isDone(_ step: ClassLifeCycle.Step, _ earlier: [ClassEvent], in cycle: ClassLifeCycle) -> Bool {
        let isThere = cycle.phase == step.phase || step == .deleted && cycle.phase == .cancelled
        guard isThere, cycle.startedAt.map({ at >= $0 }) ?? true else { return false }
        return earlier.last { $0.step == step && $0.at <= at }.map { $0.device != device } ?? false
    }

    /// Checks that undoing a save does not leave an instructor in two classes at once.
    private func checkFree(_ id: Identifier) throws {
        let other = try connection.first(
            """
            SELECT id FROM class
            WHERE instructor = (SELECT instructor FROM class AS own WHERE own.id = $1) AND id <> $1
              AND phase IN ('running', 'paused') AND started_at <= $2
            """, id, at)
        if other != nil { throw Problem.invalid("class", "inSession", "Another class is in session.") }
    }

    private func store(_ window: AttendanceWindow, of id: Identifier) throws {
        let life = window.life
        try connection.run(
            """
            UPDATE class SET phase = $2, running_since = $3, worked = $4, ended_at = $5, paused = $6, started_at = $7,
                             is_open = $8
            WHERE id = $1
            """,
            id, life.phase.rawValue, life.runningSince, life.worked, life.endedAt,
            life.endedAt.map { life.paused(at: $0) } ?? 0, life.startedAt, window.state == .open)
    }

    /// Updates "sessions attended", which counts saved classes only.
    private func countAttended(at id: Identifier, _ change: Int) throws {
        try connection.run(
            """
            UPDATE person SET attended = attended + $2
            WHERE id IN (SELECT person FROM mark WHERE class = $1 AND is_present = 1)
            """, id, change)
    }
}
