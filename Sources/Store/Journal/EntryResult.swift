import Classroom

/// Result of a posted entry.
public struct EntryResult: Sendable, Equatable {
    public enum Outcome: String, Sendable {
        /// The entry is now in the journal.
        case accepted
        /// The same entry was already in the journal, or a claim by which the student counts as present already.
        case duplicate
        /// The entry breaks a rule and changed nothing.
        case rejected
        /// A different entry has this identifier.
        case conflict
    }

    public let id: Identifier?
    public let outcome: Outcome
    /// Sequence number in the journal, if any.
    public let sequence: Int64?
    public let problems: [FieldProblem]

    static func accepted(_ id: Identifier, _ sequence: Int64) -> EntryResult {
        EntryResult(id: id, outcome: .accepted, sequence: sequence, problems: [])
    }

    static func duplicate(_ id: Identifier, _ sequence: Int64) -> EntryResult {
        EntryResult(id: id, outcome: .duplicate, sequence: sequence, problems: [])
    }

    static func rejected(_ id: Identifier?, _ problems: [FieldProblem]) -> EntryResult {
        EntryResult(id: id, outcome: .rejected, sequence: nil, problems: problems)
    }

    static func conflict(_ id: Identifier) -> EntryResult {
        let problem = FieldProblem(
            "id", "conflict", "This was sent before with other details, and what came first was kept.")
        return EntryResult(id: id, outcome: .conflict, sequence: nil, problems: [problem])
    }
}
