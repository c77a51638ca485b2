/// Payload of `training.logged`. A training log is visible to its owner only.
public struct TrainingLogged: Sendable {
    /// Maximum length of a description, in characters.
    public static let most = 500
    /// Allowed duration in minutes: up to a day.
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

    /// Problem with the training's start, given the time of the entry; `nil` if there is none.
    ///
    /// A start up to a day ahead is accepted, to allow for a clock set to another time zone.
    func problem(at: Instant) -> FieldProblem? {
        start > at.adding(milliseconds: Entry.mostAhead)
            ? FieldProblem("start", "future", "This is in the future: the log is for past training.") : nil
    }
}

/// Payload of `training.deleted` and `training.restored`.
public struct TrainingReference: Sendable {
    public let training: Identifier

    public init(from fields: inout FieldReader) {
        training = fields.identifier("training")
    }
}
