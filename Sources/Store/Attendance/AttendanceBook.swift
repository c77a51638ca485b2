import Classroom

/// Effects of attendance entries.
extension Book {
    /// Marks or clears a person. Of several marks at the same class the latest by its own time counts.
    func mark(_ reference: AttendanceReference, present: Bool) throws {
        let session = try ownClass(reference.classID)
        guard let maker else { throw Self.noClass }
        if let problem = Self.unmarkable(try session.text("phase")) { throw Problem.invalid([problem]) }
        try checkOnRoster(reference.person)
        let before = try earlierMark(reference.classID, reference.person)
        let word = Mark(isPresent: present, at: at, isByInstructor: true, maker: maker)
        guard let mark = try joined(word, before, of: reference) else { return }
        try set(mark, in: reference.classID, of: reference.person, instead: before, phase: session.text("phase"))
    }

    /// Combines an instructor's mark with the existing mark; `nil` if a later one stands.
    private func joined(_ word: Mark, _ before: Mark?, of reference: AttendanceReference) throws -> Mark? {
        guard let before else { return word }
        guard before.at > at else {
            // A claim by a student already present leaves no mark, so it may surface when the mark is cleared.
            return before.isPresent && !word.isPresent ? try laterClaim(of: reference) ?? word : word
        }
        if before.isByInstructor { return nil }
        // The student claimed after this mark, unknown to the instructor.
        if !word.isPresent { return before.doubted(.cleared) }
        return try before.doubt == .cleared && isClearedLater(reference) ? nil : word
    }

    /// Latest claim made after this entry, as a doubtful mark.
    private func laterClaim(of reference: AttendanceReference) throws -> Mark? {
        guard let row = try later(.attendanceClaimed, of: reference) else { return nil }
        var fields = FieldReader(try CanonicalFields.fields(row.text("fields")), isStored: true)
        guard case .stored(let finding) = AttendanceClaimed(from: &fields).evidence else { return nil }
        return Mark(
            isPresent: false, at: try row.instant("at"), isByInstructor: false, maker: reference.person,
            doubt: .cleared,
            distance: finding?.distance, accuracy: finding?.accuracy)
    }

    private func isClearedLater(_ reference: AttendanceReference) throws -> Bool {
        try later(.attendanceCleared, of: reference) != nil
    }

    /// Latest entry of a kind with an earlier sequence number but a later time.
    private func later(_ kind: Kind, of reference: AttendanceReference) throws -> Row? {
        // The kind is inlined so that the query matches the partial index of claims.
        try connection.first(
            """
            SELECT at, fields FROM entry
            WHERE class = $1 AND person = $2 AND kind = '\(kind.rawValue)' AND at > $3 AND +sequence < $4
            ORDER BY at DESC, sequence DESC LIMIT 1
            """, reference.classID, reference.person, at, sequence)
    }

    /// Applies a student's claim. The instructor's marks take precedence.
    func apply(_ claimed: AttendanceClaimed) throws {
        guard let maker, let session = try claimedClass(claimed.classID, by: maker) else { throw Self.noClass }
        guard case .stored(let finding) = claimed.evidence else { return }
        let verdict = try verdict(on: claimed, finding, session)
        let before = try earlierMark(claimed.classID, maker)
        if case .refused(let problem) = verdict { throw Problem.invalid([problem]) }
        if let before, before.isPresent || before.isByInstructor && before.at > at { return }
        var mark = Mark(
            isPresent: verdict == .present, at: at, isByInstructor: false, maker: maker, distance: finding?.distance,
            accuracy: finding?.accuracy)
        if case .unconfirmed(let doubt) = verdict { mark.doubt = doubt }
        if let before, before.isByInstructor || before.doubt == .cleared { mark = mark.doubted(.cleared) }
        try set(mark, in: claimed.classID, of: maker, instead: before, phase: session.text("phase"))
    }

    /// Class and course, if the person is enrolled.
    private func claimedClass(_ id: Identifier, by person: Identifier) throws -> Row? {
        try connection.first(
            """
            SELECT class.phase, evidence, accuracy, venue.name
            FROM class JOIN course ON course.id = class.course JOIN venue ON venue.id = class.venue
                 JOIN enrolment ON enrolment.course = course.id
            WHERE class.id = $1 AND enrolment.person = $2 AND enrolment.state = 'accepted' AND phase <> 'deleted'
            """, id, person)
    }

    private func verdict(
        on claimed: AttendanceClaimed, _ finding: AttendanceClaimed.Finding?, _ session: Row
    ) throws -> Claim.Verdict {
        let events = try connection.classEvents(of: claimed.classID, before: sequence)
        return Claim.verdict(
            answer: finding?.answer, distance: finding?.distance, hasFix: finding != nil,
            policy: try AttendancePolicy(session), at: at, received: received,
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

    private func earlierMark(_ session: Identifier, _ person: Identifier) throws -> Mark? {
        try connection.first(
            """
            SELECT is_present, doubt, at, how, distance, accuracy, maker FROM mark WHERE class = $1 AND person = $2
            """, session, person
        ).map(Mark.init)
    }

    private func set(
        _ mark: Mark, in session: Identifier, of person: Identifier, instead before: Mark?, phase: String
    ) throws {
        try connection.run(
            """
            INSERT INTO mark (class, person, is_present, doubt, at, how, distance, accuracy, maker)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (class, person) DO UPDATE
            SET is_present = $3, doubt = $4, at = $5, how = $6, distance = $7, accuracy = $8, maker = $9
            """,
            session, person, mark.isPresent, mark.doubt?.rawValue, mark.at,
            mark.isByInstructor ? "instructor" : "location", mark.distance.map { Int64($0) }, mark.accuracy, mark.maker)
        guard (before?.isPresent ?? false) != mark.isPresent else { return }
        let change = mark.isPresent ? 1 : -1
        try connection.run("UPDATE class SET attending = attending + $2 WHERE id = $1", session, change)
        // "Sessions attended" counts saved classes only.
        if phase == ClassLifeCycle.Phase.saved.rawValue {
            try connection.run("UPDATE person SET attended = attended + $2 WHERE id = $1", person, change)
        }
    }
}

/// Current attendance of a student at a class.
public struct Mark: Sendable, Equatable {
    public let isPresent: Bool
    /// Reason why the instructor must confirm; `nil` if there is none.
    public internal(set) var doubt: Claim.Doubt?
    public let at: Instant
    /// Whether the instructor made the mark, rather than the student's location.
    public let isByInstructor: Bool
    public let maker: Identifier
    /// Distance from the venue in metres, rounded by `Distance`; `nil` if unknown.
    public var distance: Double?
    /// Accuracy in metres.
    public var accuracy: Double?

    init(
        isPresent: Bool, at: Instant, isByInstructor: Bool, maker: Identifier, doubt: Claim.Doubt? = nil,
        distance: Double? = nil, accuracy: Double? = nil
    ) {
        self.isPresent = isPresent
        self.doubt = doubt
        self.at = at
        self.isByInstructor = isByInstructor
        self.maker = maker
        self.distance = distance
        self.accuracy = accuracy
    }

    init(_ row: Row) throws {
        self.init(
            isPresent: try row.flag("is_present"), at: try row.instant("at"),
            isByInstructor: try row.text("how") == "instructor", maker: try row.identifier("maker"),
            doubt: try row.optionalText("doubt").flatMap { Claim.Doubt(word: $0) },
            distance: try row.optionalReal("distance"), accuracy: try row.optionalReal("accuracy"))
    }

    /// Returns the mark in doubt, waiting for the instructor.
    func doubted(_ doubt: Claim.Doubt) -> Mark {
        Mark(
            isPresent: false, at: at, isByInstructor: isByInstructor, maker: maker, doubt: doubt, distance: distance,
            accuracy: accuracy)
    }
}

extension AttendancePolicy {
    init(_ row: Row) throws {
        self.init(
            evidence: Evidence(word: try row.text("evidence")) ?? .location, worstAccuracy: try row.real("accuracy"))
    }
}
