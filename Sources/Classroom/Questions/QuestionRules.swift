/// Where a question stands among the others of its class: open before answered, then by votes, then the oldest first.
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
        // So that no two are alike.
        return (one.id.high, one.id.low) < (other.id.high, other.id.low)
    }
}

/// Who of a course may ask questions in its classes.
public enum Askers: String, CaseIterable, Sendable {
    /// Everybody who takes it.
    case enrolled
    /// Only who is marked present.
    case present

    static let words = Askers.allCases.map { $0.rawValue }
}

/// What can be done with questions, when.
public enum Questions {
    /// Why nobody can ask or vote in a class now; `nil` while it is in session.
    public static func closed(_ phase: ClassLifeCycle.Phase) -> FieldProblem? {
        switch phase {
        case .running, .paused: nil
        case .scheduled: FieldProblem("class", "phase", "Questions open when the class starts.")
        case .saved, .deleted, .cancelled: FieldProblem("class", "phase", "This class is over.")
        }
    }

    /// Why this student cannot ask; `nil` if that is fine.
    public static func problem(askers: Askers, isPresent: Bool) -> FieldProblem? {
        askers == .enrolled || isPresent
            ? nil : FieldProblem("class", "present", "Only those who are marked present can ask in this course.")
    }
}
