/// Line of a training log: written by the person, or from a class attended.
public final class Training: Sendable {
    public let id: Identifier
    public let description: String
    public let category: TrainingCategory
    public let minutes: Int
    public let startedAt: Instant
    /// Class from which the line is derived, by attendance and the course's category.
    public let session: Identifier?
    /// Whether the person may see the page of that class.
    public let canVisit: Bool

    public init(
        id: Identifier, description: String, category: TrainingCategory, minutes: Int, startedAt: Instant,
        session: Identifier? = nil, canVisit: Bool = false
    ) {
        (self.id, self.description, self.category) = (id, description, category)
        (self.minutes, self.startedAt) = (minutes, startedAt)
        (self.session, self.canVisit) = (session, canVisit)
    }

    /// What the person wrote.
    public convenience init(_ row: TrainingRow) {
        self.init(
            id: row.id, description: row.description, category: row.category, minutes: row.minutes,
            startedAt: row.startedAt)
    }
}

/// Minutes by category over a time span.
public struct TrainingSpan: Sendable {
    public let start: Instant
    public var totals = TrainingTotals()

    public init(start: Instant) {
        self.start = start
    }
}
