import Classroom

/// What entries about attendance do. What has been said of one student at one class comes to one mark, in whatever
/// order it came (`AttendanceWord`).
extension Book {
    /// The instructor says that a student is present, or is not.
    func mark(_ reference: AttendanceReference) throws {
        let session = try ownClass(reference.classID)
        if let problem = Self.unmarkable(try session.text("phase")) { throw Problem.invalid([problem]) }
        try checkOnRoster(reference.person)
        try markAnew(reference, phase: session.text("phase"))
    }

    /// Sets a student's mark to what everything said comes to, with what this entry says.
    func markAnew(_ reference: AttendanceReference, phase: String) throws {
        let before = try earlierMark(reference.classID, reference.person)
        let mark = try joined(reference.classID, reference.person)
        try set(mark, in: reference.classID, of: reference.person, instead: before, phase: phase)
    }

    /// A student who marks themselves present. What the instructor has said of them stands.
    func apply(_ claimed: AttendanceClaimed) throws {
        guard let maker, let session = try claimedClass(claimed.classID, by: maker) else { throw Self.noClass }
        guard case .stored(let evidence) = claimed.evidence else { return }
        let verdict = try verdict(on: claimed, evidence, session)
        let before = try earlierMark(claimed.classID, maker)
        if case .refused(let problem) = verdict { throw Problem.invalid([problem]) }
        if let before, before.isPresent || before.isByInstructor && before.at > at { return }
        let alone = Mark(verdict, at: at, by: maker, evidence, device: device)
        let mark = before == nil ? alone : try joined(claimed.classID, maker)
        try set(mark, in: claimed.classID, of: maker, instead: before, phase: session.text("phase"))
    }

    /// What everything said of one student comes to, with what this entry says.
    private func joined(_ session: Identifier, _ person: Identifier) throws -> Mark? {
        let words = try words(in: session, "person = $2", person.sqlValue)
        guard words.contains(where: { $0.kind == .attendanceClaimed }) else { return words.mark(at: .unclaimed) }
        return words.mark(at: try judged(session, connection.classEvents(of: session, before: sequence)))
    }

    /// Judges claims anew that came before it was known what has become of the class: one that came after this happened
    /// was judged without it.
    ///
    /// - Parameter events: all that is known, in the order of time.
    func judgeClaimsAnew(in session: Identifier, _ events: [ClassEvent], phase: ClassLifeCycle.Phase) throws {
        let words = try words(
            in: session,
            """
            person IN (SELECT person FROM entry AS claim
                       WHERE claim.class = $1 AND claim.kind = 'attendance.claimed'
                         AND (claim.received >= $2 OR claim.happened_at >= $2))
            """, at.sqlValue)
        guard !words.isEmpty else { return }
        let judged = try judged(session, events)
        let marks = try connection.rows(Self.earlierMarks, session).map { (try $0.identifier("person"), try Mark($0)) }
        let before = Dictionary(uniqueKeysWithValues: marks)
        for (person, words) in Dictionary(grouping: words, by: \.person) {
            let mark = words.mark(at: judged)
            guard mark != before[person] else { continue }
            try set(mark, in: session, of: person, instead: before[person], phase: phase.rawValue)
        }
    }

    /// What has been said of students, in the order of time.
    private func words(in session: Identifier, _ condition: String, _ value: SQLValue) throws -> [AttendanceWord] {
        try connection.rows(
            """
            SELECT kind, person, maker, device, happened_at, received, sequence, fields FROM entry
            WHERE class = $1 AND \(AttendanceWord.isOne) AND \(condition) ORDER BY person, happened_at, sequence
            """, values: [session.sqlValue, value]
        ).map(AttendanceWord.init)
    }

    private func judged(_ session: Identifier, _ events: [ClassEvent]) throws -> ClaimedClass {
        let row = try connection.first(
            "SELECT started_at, fence_latitude, fence_longitude, fence_radius FROM class WHERE id = $1", session)
        return ClaimedClass(
            events: events, hasStarted: try row?.optionalInteger("started_at") != nil,
            fence: try row.flatMap { try Geofence($0) })
    }

    /// The class with its course, if the person takes that.
    func claimedClass(_ id: Identifier, by person: Identifier) throws -> Row? {
        try connection.first(
            """
            SELECT class.phase, venue.name
            FROM class JOIN course ON course.id = class.course JOIN venue ON venue.id = class.venue
                 JOIN enrolment ON enrolment.course = course.id
            WHERE class.id = $1 AND enrolment.person = $2 AND enrolment.state = 'accepted' AND phase <> 'deleted'
            """, id, person)
    }

    private func verdict(
        on claimed: AttendanceClaimed, _ evidence: AttendanceClaimed.Stored, _ session: Row
    ) throws -> Claim.Verdict {
        let events = try connection.classEvents(of: claimed.classID, before: sequence)
        return Claim.verdict(
            on: evidence.shown, asked: evidence.asked, at: at, received: received,
            then: events.window(startedAt: nil, at: at).state,
            now: events.window(startedAt: nil, at: max(at, received)).state, venue: try session.text("name"))
    }

    private static func unmarkable(_ phase: String) -> FieldProblem? {
        switch ClassLifeCycle.Phase(word: phase) {
        case .running, .paused, .saved: nil
        case .scheduled: FieldProblem("class", "phase", "This class has not started yet.")
        case .cancelled: FieldProblem("class", "phase", "This class is cancelled.")
        case .deleted, nil: FieldProblem("class", "phase", "This class was deleted.")
        }
    }

    func checkOnRoster(_ id: Identifier) throws {
        let person = try connection.first("SELECT student_id FROM person WHERE id = $1", id)
        guard let person else { throw Problem.invalid("person", "notFound", "There is no such person.") }
        guard try person.optionalText("student_id") != nil else {
            throw Problem.invalid("person", "new", "This person is not on the roster yet, for lack of a student ID.")
        }
    }

    func earlierMark(_ session: Identifier, _ person: Identifier) throws -> Mark? {
        try connection.first(Self.earlierMarks + " AND person = $2", session, person).map(Mark.init)
    }

    private static let earlierMarks =
        "SELECT person, \(Mark.columns) FROM mark WHERE class = $1"

    func set(
        _ mark: Mark?, in session: Identifier, of person: Identifier, instead before: Mark?, phase: String
    ) throws {
        if let mark {
            try write(mark, in: session, of: person)
        } else {
            try connection.run("DELETE FROM mark WHERE class = $1 AND person = $2", session, person)
        }
        let isPresent = mark?.isPresent ?? false
        guard (before?.isPresent ?? false) != isPresent else { return }
        let change = isPresent ? 1 : -1
        try connection.run("UPDATE class SET attending = attending + $2 WHERE id = $1", session, change)
        // Sessions attended are those at saved classes.
        if phase == ClassLifeCycle.Phase.saved.rawValue {
            try connection.run("UPDATE person SET attended = attended + $2 WHERE id = $1", person, change)
        }
    }

    private func write(_ mark: Mark, in session: Identifier, of person: Identifier) throws {
        try connection.run(
            """
            INSERT INTO mark (class, person, is_present, doubt, at, how, distance, accuracy, maker, device, age, place, print)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (class, person) DO UPDATE
            SET is_present = $3, doubt = $4, at = $5, how = $6, distance = $7, accuracy = $8, maker = $9, device = $10,
                age = $11, place = $12, print = $13
            """,
            session, person, mark.isPresent, mark.doubt?.rawValue, mark.at,
            mark.how.rawValue, mark.distance.flatMap { Int64(nearest: $0) },
            mark.accuracy, mark.maker, mark.device, mark.age, mark.place?.rawValue, mark.print)
    }
}

extension AttendancePolicy {
    /// SQL column of the evidence that a class asks for, its own or else its course's.
    static let ofClass = "COALESCE(class.evidence, course.evidence) AS evidence"

    init(_ row: Row) throws {
        self.init(
            evidence: try row.word("evidence"), worstAccuracy: try row.real("accuracy"))
    }
}
