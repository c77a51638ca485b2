import Classroom

/// Question of an instructor whether those present are still there.
public struct Reconfirmation: Sendable {
    public let id: Identifier
    public let at: Instant
    /// Until when an answer is in time.
    public let ends: Instant

    init(_ row: Row) throws {
        id = try row.identifier("id")
        at = try row.instant("at")
        ends = try row.instant("ends_at")
    }
}

/// Answer of a student to such a question.
public struct Reconfirmed: Sendable {
    public let at: Instant
    /// Reason why the instructor should look; `nil` if there is none.
    public let doubt: Claim.Doubt?
    public let isLate: Bool
    /// Metres from the venue; `nil` if unknown or not told.
    public let distance: Double?

    init(_ row: Row) throws {
        at = try row.instant("at")
        doubt = try row.optionalWord("doubt")
        isLate = try row.flag("is_late")
        distance = try row.optionalReal("distance")
    }
}

extension Connection {
    /// The latest question at a class; `nil` if there is none.
    func reconfirmation(of session: Identifier) throws -> Reconfirmation? {
        try first(
            "SELECT id, at, ends_at FROM reconfirmation WHERE class = $1 AND is_withdrawn = 0 ORDER BY at DESC, id LIMIT 1",
            session
        ).map(Reconfirmation.init)
    }
}

extension Store {
    /// The latest question at a class, with the answers by student.
    public func reconfirmation(
        of session: Identifier
    ) async throws -> (asked: Reconfirmation, answers: [Identifier: Reconfirmed])? {
        try await database.read { connection in
            guard let asked = try connection.reconfirmation(of: session) else { return nil }
            let rows = try connection.rows(
                "SELECT person, at, doubt, is_late, distance FROM reconfirmed WHERE reconfirmation = $1", asked.id)
            let answers = try rows.map { (try $0.identifier("person"), try Reconfirmed($0)) }
            return (asked, Dictionary(answers) { first, _ in first })
        }
    }

    /// The latest question at a class, with a student's answer.
    public func reconfirmation(
        of session: Identifier, for student: Identifier
    ) async throws -> (asked: Reconfirmation, answer: Reconfirmed?)? {
        try await database.read { connection in
            guard let asked = try connection.reconfirmation(of: session) else { return nil }
            let answer = try connection.first(
                "SELECT at, doubt, is_late, distance FROM reconfirmed WHERE reconfirmation = $1 AND person = $2",
                asked.id, student)
            return (asked, try answer.map(Reconfirmed.init))
        }
    }
}

/// Effects of entries about reconfirmations.
extension Book {
    /// The instructor asks those present. Their time runs from the receipt, since nobody hears of it before.
    func apply(_ requested: ReconfirmationRequested) throws {
        let session = try ownClass(requested.classID)
        guard try session.optionalIdentifier("course") != nil else {
            throw Problem.invalid("class", "course", "Only students of a course class can be asked.")
        }
        guard [.running, .paused].contains(ClassLifeCycle.Phase(word: try session.text("phase"))) else {
            throw Problem.invalid("class", "phase", "This class is not in session.")
        }
        let known = try connection.first("SELECT id FROM reconfirmation WHERE id = $1", requested.reconfirmation)
        guard known == nil else {
            throw Problem.invalid("reconfirmation", "exists", "There is another question with this UUID.")
        }
        try connection.run(
            "INSERT INTO reconfirmation (id, class, at, ends_at, maker, is_withdrawn) VALUES ($1, $2, $3, $4, $5, 0)",
            requested.reconfirmation, requested.classID, at,
            received.adding(milliseconds: Int64(requested.minutes) * 60_000), maker)
    }

    func withdraw(_ reference: ReconfirmationReference) throws {
        _ = try ownClass(reference.classID)
        let changed = try connection.first(
            "UPDATE reconfirmation SET is_withdrawn = 1 WHERE id = $1 AND class = $2 RETURNING id",
            reference.reconfirmation, reference.classID)
        guard changed != nil else {
            throw Problem.invalid("reconfirmation", "notFound", "There is no such question.")
        }
    }

    /// A student who is present says to be still there. A better answer replaces one in doubt.
    func confirm(_ claimed: AttendanceClaimed) throws {
        guard let maker, let session = try claimedClass(claimed.classID, by: maker) else { throw Self.noClass }
        guard case .stored(let evidence) = claimed.evidence else { return }
        guard let asked = try connection.reconfirmation(of: claimed.classID), asked.at <= at else {
            throw Problem.invalid("class", "notAsked", "Nobody has asked you to confirm.")
        }
        guard try earlierMark(claimed.classID, maker)?.isPresent == true else {
            throw Problem.invalid("class", "absent", "You are not marked present.")
        }
        let verdict = Claim.verdict(
            onStaying: evidence.shown, asked: evidence.asked, at: at, received: received,
            venue: try session.text("name"))
        var doubt: Claim.Doubt?
        switch verdict {
        case .present: break
        case .unconfirmed(let why): doubt = why
        case .refused(let problem): throw Problem.invalid([problem])
        }
        try connection.run(
            """
            INSERT INTO reconfirmed (reconfirmation, person, at, doubt, is_late, distance, sequence)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (reconfirmation, person) DO UPDATE
            SET at = $3, doubt = $4, is_late = $5, distance = $6, sequence = $7
            WHERE reconfirmed.doubt IS NOT NULL
            """,
            asked.id, maker, at, doubt?.rawValue, at > asked.ends,
            evidence.finding?.distance.flatMap { Int64(nearest: $0) }, sequence)
    }
}
