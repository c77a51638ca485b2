/// Question in a class, as the book has it.
public struct QuestionRow: BookRow {
    public let id: Identifier
    public let session: Identifier
    /// The person for whom it counts.
    public var asker: Identifier
    /// Who asked it, if they were merged with the asker; else `nil`.
    public var ownAsker: Identifier?
    public let text: String
    public let isAnonymous: Bool
    public let askedAt: Instant
    /// Votes for it less those against it.
    public var votes: Int64 = 0
    public var isAnswered = false
    /// When it was last answered or reopened; at first, when it was asked.
    public var turnedAt: Instant
    public var isHidden = false
    /// When it was last hidden or shown; `nil` if never.
    public var hiddenAt: Instant?

    public var key: Identifier { id }

    public init(
        id: Identifier, session: Identifier, asker: Identifier, text: String, isAnonymous: Bool, askedAt: Instant
    ) {
        self.id = id
        self.session = session
        self.asker = asker
        self.text = text
        self.isAnonymous = isAnonymous
        self.askedAt = askedAt
        turnedAt = askedAt
    }

    /// Says whether it is answered. Of several words the latest by its own time counts.
    public mutating func turn(answered: Bool, at: Instant) {
        if turnedAt <= at { (isAnswered, turnedAt) = (answered, at) }
    }

    /// Hides it from the class, or shows it. Of several words the latest by its own time counts.
    public mutating func turn(hidden: Bool, at: Instant) {
        if hiddenAt.map({ $0 <= at }) ?? true { (isHidden, hiddenAt) = (hidden, at) }
    }

    /// Counts a person's vote. Of several the latest by its own time counts.
    ///
    /// - Parameter before: that person's vote so far.
    /// - Returns: what their vote is now.
    public mutating func count(_ vote: VoteRow, before: VoteRow?) -> VoteRow {
        if let before, before.at > vote.at { return before }
        votes += Int64(vote.vote - (before?.vote ?? 0))
        return vote
    }
}

/// Vote on a question, as the book has it.
public struct VoteRow: BookRow, Equatable {
    /// Question and person.
    public let key: Pair
    /// 1, −1, or 0.
    public let vote: Int
    public let at: Instant

    public init(key: Pair, vote: Int, at: Instant) {
        self.key = key
        self.vote = vote
        self.at = at
    }
}
