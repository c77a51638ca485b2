import Classroom

/// What became of one posted entry.
public struct EntryResult: Sendable, Equatable {
    public enum Outcome: String, Sendable {
        /// It is in the journal now.
        case accepted
        /// It was there already, just so.
        case duplicate
        /// It breaks a rule and changed nothing.
        case rejected
        /// Another entry has its identifier.
        case conflict
    }

    public let id: Identifier?
    public let outcome: Outcome
    /// Its place in the journal, once it has one.
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
        let problem = FieldProblem("id", "conflict", "Another entry has this identifier already.")
        return EntryResult(id: id, outcome: .conflict, sequence: nil, problems: [problem])
    }
}
