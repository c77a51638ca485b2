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

extension Attempt.Kind {
    /// What was tried, by the problems of a claim that was refused; `nil` for problems that tell nothing.
    init?(_ problems: [FieldProblem]) {
        switch problems.first.map({ ($0.field, $0.code) }) {
        case ("position", "outside")?: self = .outside
        case ("code", "wrong")?, ("code", "old")?: self = .code
        case ("ticket", "other")?, ("ticket", "old")?: self = .ticket
        default: return nil
        }
    }
}

/// Attempt to be kept.
struct NotedAttempt {
    let entry: Identifier
    let session: Identifier
    let student: Identifier
    let device: Identifier
    let kind: Attempt.Kind
    let at: Instant
    let distance: Double?
    let other: Identifier?
}

extension Connection {
    /// Keeps attempts; the oldest of a student at a class go.
    func save(_ attempts: [NotedAttempt]) throws {
        try insert(
            into: "attempt (entry, class, person, device, kind, at, distance, other)",
            attempts.map {
                [
                    $0.entry.sqlValue, $0.session.sqlValue, $0.student.sqlValue, $0.device.sqlValue,
                    $0.kind.rawValue.sqlValue, $0.at.sqlValue, $0.distance.flatMap { Int64(nearest: $0) }.sqlValue,
                    $0.other.sqlValue,
                ]
            }, "ON CONFLICT (entry, kind) DO NOTHING")
        try run(
            """
            DELETE FROM attempt WHERE (entry, kind) IN (
                SELECT entry, kind FROM (
                    SELECT entry, kind, ROW_NUMBER() OVER (PARTITION BY class, person ORDER BY at DESC, entry) AS place
                    FROM attempt WHERE (class, person) IN $list
                ) AS ranked WHERE place > \(Attempt.most)
            )
            """, for: attempts.map { [$0.session.sqlValue, $0.student.sqlValue] })
    }
}
