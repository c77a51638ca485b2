import Classroom

/// Attempt of a student to be present that did not count, or not as it was meant. It is the server's own observation,
/// beside the journal, for the instructor's eyes.
public struct Attempt: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// The position was outside the fence.
        case outside
        /// The code was wrong.
        case code
        /// The scan was of another class or too old.
        case ticket
        /// The token was another student's.
        case token
    }

    public let person: Identifier
    public let kind: Kind
    public let at: Instant
    /// Metres from the venue; `nil` if unknown or not told.
    public let distance: Double?
    /// Whose token it was.
    public let other: Identifier?

    init(_ row: Row) throws {
        person = try row.identifier("person")
        kind = try row.word("kind")
        at = try row.instant("at")
        distance = try row.optionalReal("distance")
        other = try row.optionalIdentifier("other")
    }

    /// The most that are kept of one student at one class; the oldest go.
    static let most: Int64 = 20
}

extension Journal {
    /// Notes that a claim was refused, for reasons that tell of where the student was or of what was shown.
    func note(_ entry: Entry, _ incoming: IncomingEntry, refusedFor problems: [FieldProblem]) throws {
        guard let claimed = entry.claim, case .stored(let evidence) = claimed.evidence else { return }
        try noteToken(of: entry, incoming)
        let kind: Attempt.Kind? =
            switch problems.first.map({ ($0.field, $0.code) }) {
            case ("position", "outside")?: .outside
            case ("code", "wrong")?, ("code", "old")?: .code
            case ("ticket", "other")?, ("ticket", "old")?: .ticket
            default: nil
            }
        guard let kind else { return }
        try note(kind, entry, incoming, claimed.classID, distance: evidence.finding?.distance)
    }

    /// Notes that a claim showed another student's token, whatever else it showed.
    func noteToken(of entry: Entry, _ incoming: IncomingEntry) throws {
        guard let claimed = entry.claim, case .ofAnother(let other) = incoming.token else { return }
        try note(.token, entry, incoming, claimed.classID, of: other)
    }

    private func note(
        _ kind: Attempt.Kind, _ entry: Entry, _ incoming: IncomingEntry, _ session: Identifier,
        distance: Double? = nil, of other: Identifier? = nil
    ) throws {
        guard let student = maker.person else { return }
        try connection.run(
            """
            INSERT INTO attempt (entry, class, person, device, kind, at, distance, other)
            SELECT $1, class.id, $3, $4, $5, $6, $7, $8
            FROM class JOIN enrolment ON enrolment.course = class.course AND enrolment.person = $3
                 AND enrolment.state = 'accepted'
            WHERE class.id = $2
            ON CONFLICT (entry, kind) DO NOTHING
            """,
            entry.id, session, student, entry.device, kind.rawValue, incoming.happenedAt(entry, received: now),
            distance.flatMap { Int64(nearest: $0) }, other)
        try connection.run(
            """
            DELETE FROM attempt WHERE class = $1 AND person = $2 AND entry NOT IN (
                SELECT entry FROM attempt AS kept WHERE kept.class = $1 AND kept.person = $2
                ORDER BY at DESC, entry LIMIT \(Attempt.most))
            """, session, student)
    }
}
