/// Sort order of a class's questions: open before answered, then by votes, then oldest first.
public struct QuestionRank: Sendable, Equatable, Comparable {
    public let isAnswered: Bool
    public let votes: Int
    public let askedAt: Instant
    public let id: Identifier

    public init(isAnswered: Bool, votes: Int, askedAt: Instant, id: Identifier) {
        self.isAnswered = isAnswered
        self.votes = votes
        self.askedAt = askedAt
        self.id = id
    }

    public static func < (one: QuestionRank, other: QuestionRank) -> Bool {
        if one.isAnswered != other.isAnswered { return other.isAnswered }
        if one.votes != other.votes { return one.votes > other.votes }
        if one.askedAt != other.askedAt { return one.askedAt < other.askedAt }
        // Makes the order total.
        return (one.id.high, one.id.low) < (other.id.high, other.id.low)
    }
}

/// Students of a course who may ask questions in its classes.
public enum Askers: String, CaseIterable, Sendable {
    /// All enrolled students.
    case enrolled
    /// Students marked present.
    case present

    static let words = Askers.allCases.map { $0.rawValue }
}

/// Rules for when questions are open.
public enum Questions {
    /// Reason why questions and votes are closed; `nil` while the class is in session.
    public static func closed(_ phase: ClassLifeCycle.Phase) -> FieldProblem? {
        switch phase {
        case .running, .paused: nil
        case .scheduled: FieldProblem("class", "phase", "Questions open when the class starts.")
        case .saved, .deleted, .cancelled: FieldProblem("class", "phase", "This class is over.")
        }
    }

    /// Reason why this student cannot ask; `nil` if allowed.
    public static func problem(askers: Askers, isPresent: Bool) -> FieldProblem? {
        askers == .enrolled || isPresent
            ? nil : FieldProblem("class", "present", "Only students marked present can ask in this course.")
    }
}
