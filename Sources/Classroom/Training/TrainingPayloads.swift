/// `training.logged`: somebody has trained. The log is theirs, and nobody else sees it.
public struct TrainingLogged: Sendable {
    /// How long a description may be, in characters.
    public static let most = 500
    /// How long a training may last: a day.
    public static let lengths = 1...1440

    public let training: Identifier
    public let description: String
    public let category: TrainingCategory
    public let minutes: Int
    public let start: Instant

    public init(from fields: inout FieldReader) {
        training = fields.identifier("training")
        description = fields.text("description", most: Self.most)
        let word = fields.choice(
            "category", of: TrainingCategory.words, fallback: TrainingCategory.endurance.rawValue)
        category = TrainingCategory(word: word) ?? .endurance
        minutes = fields.wholeNumber("minutes", Self.lengths)
        start = fields.instant("start")
    }

    /// What is wrong with when it was, seen from when it was written down; `nil` if nothing.
    ///
    /// A little ahead is let through as elsewhere, for a clock set to another time zone's.
    func problem(at: Instant) -> FieldProblem? {
        start > at.adding(milliseconds: Entry.mostAhead)
            ? FieldProblem("start", "future", "This lies in the future: the log is for what has been done.") : nil
    }
}

/// `training.deleted`, `training.restored`: what somebody has logged leaves the log, or comes back.
public struct TrainingReference: Sendable {
    public let training: Identifier

    public init(from fields: inout FieldReader) {
        training = fields.identifier("training")
    }
}
