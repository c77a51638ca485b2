import Classroom

/// What entries about classes do.
extension Book {
    func apply(_ started: ClassStarted) throws {
        guard let maker else { throw Problem.invalid("class", "forbidden", "A class needs an instructor.") }
        if try connection.first("SELECT id FROM class WHERE id = $1", started.classID) != nil {
            throw Problem.invalid("class", "exists", "This class has been started already.")
        }
        guard let venue = try connection.first("SELECT name_key FROM venue WHERE id = $1", started.venue) else {
            throw Problem.invalid("venue", "notFound", "There is no such venue.")
        }
        // One that began later was begun on a device that did not know of this one: both are kept.
        let other = try connection.first(
            """
            SELECT venue.name FROM class JOIN venue ON venue.id = class.venue
            WHERE class.instructor = $1 AND class.phase IN ('running', 'paused') AND class.started_at <= $2
            """, maker, at)
        if let name = try other?.text("name") {
            throw Problem.invalid("class", "inSession", "You have a class in session at \(name). End it first.")
        }
        try connection.run(
            """
            INSERT INTO class (id, instructor, venue, venue_key, phase, started_at, running_since, worked, paused)
            VALUES ($1, $2, $3, $4, 'running', $5, $5, 0, 0)
            """, started.classID, maker, started.venue, venue.text("name_key"), at)
    }

    func apply(_ taken: ClassStep) throws {
        let row = try ownClass(taken.classID)
        let start = try row.instant("started_at")
        let earlier = try connection.classSteps(of: taken.classID, before: sequence)
        let steps = earlier.map { (step: $0.step, at: $0.at) }
        let before = ClassLifeCycle(startedAt: start, steps: steps.filter { $0.at <= at })
        if let problem = before.problem(taken.step, at: at), !isDone(taken.step, earlier, in: before) {
            throw Problem.invalid([problem])
        }
        let all = ClassLifeCycle.inOrder(steps + [(taken.step, at)])
        let after = ClassLifeCycle(startedAt: start, steps: all)
        if after.isInSession, !before.isInSession { try checkFree(taken.classID) }
        try store(after, of: taken.classID)
        let wasSaved = try row.text("phase") == ClassLifeCycle.Phase.saved.rawValue
        if wasSaved != (after.phase == .saved) { try countAttended(at: taken.classID, wasSaved ? -1 : 1) }
    }

    /// The class, if it is the maker's.
    func ownClass(_ id: Identifier) throws -> Row {
        let row = try connection.first("SELECT instructor, phase, started_at FROM class WHERE id = $1", id)
        guard let row, try row.optionalIdentifier("instructor") == maker else {
            throw Problem.invalid("class", "notFound", "There is no such class.")
        }
        return row
    }

    /// Whether another device has done already what this step asks for, as may be when neither knew of the other:
    /// then the step is kept and changes nothing.
    private func isDone(_ step: ClassLifeCycle.Step, _ earlier: [TakenStep], in cycle: ClassLifeCycle) -> Bool {
        guard cycle.phase == step.phase, at >= cycle.startedAt else { return false }
        return earlier.last { $0.step == step && $0.at <= at }.map { $0.device != device } ?? false
    }

    /// Undoing a save must not leave an instructor in two classes at once.
    private func checkFree(_ id: Identifier) throws {
        let other = try connection.first(
            "SELECT id FROM class WHERE instructor = $1 AND phase IN ('running', 'paused') AND id <> $2", maker, id)
        if other != nil { throw Problem.invalid("class", "inSession", "Another class is in session.") }
    }

    private func store(_ cycle: ClassLifeCycle, of id: Identifier) throws {
        try connection.run(
            """
            UPDATE class SET phase = $2, running_since = $3, worked = $4, ended_at = $5, paused = $6 WHERE id = $1
            """,
            id, cycle.phase.rawValue, cycle.runningSince, cycle.worked, cycle.endedAt,
            cycle.endedAt.map { cycle.paused(at: $0) } ?? 0)
    }

    /// Sessions attended are those at saved classes.
    private func countAttended(at id: Identifier, _ change: Int) throws {
        try connection.run(
            """
            UPDATE person SET attended = attended + $2
            WHERE id IN (SELECT person FROM mark WHERE class = $1 AND is_present = 1)
            """, id, change)
    }
}

/// A step of a class, as the journal has it.
struct TakenStep {
    let step: ClassLifeCycle.Step
    let at: Instant
    let device: Identifier
}

extension Connection {
    /// The steps of a class after its start that came before a place in the journal, by the time they happened.
    func classSteps(of id: Identifier, before sequence: Int64 = .max) throws -> [TakenStep] {
        try rows(
            """
            SELECT kind, at, device FROM entry WHERE class = $1 AND sequence < $2 AND kind LIKE 'class.%'
            ORDER BY at, sequence
            """, id, sequence
        ).compactMap { row in
            let kind = try row.text("kind")
            guard let step = ClassLifeCycle.Step(word: String(kind.dropFirst("class.".count))), step != .started
            else { return nil }
            return TakenStep(step: step, at: try row.instant("at"), device: try row.identifier("device"))
        }
    }
}
