/// Question, as seen by a particular person.
public final class Question: Sendable {
    public let id: Identifier
    public let text: String
    /// Name of the author; `nil` if hidden from this person.
    public let asker: String?
    public let isAnonymous: Bool
    public let isMine: Bool
    /// Votes for minus votes against.
    public let votes: Int
    /// Vote of this person: 1, −1, or 0 for none.
    public let myVote: Int
    public let isAnswered: Bool
    /// Whether the instructor has hidden it from the class.
    public let isHidden: Bool
    public let askedAt: Instant

    /// - Parameter asker: name of the author, which only the author sees of what was asked without it.
    public init(
        id: Identifier, text: String, asker: String?, isAnonymous: Bool, isMine: Bool, votes: Int, myVote: Int,
        isAnswered: Bool, isHidden: Bool, askedAt: Instant
    ) {
        (self.id, self.text, self.askedAt) = (id, text, askedAt)
        self.asker = isMine || !isAnonymous ? asker : nil
        (self.isAnonymous, self.isMine, self.votes, self.myVote) = (isAnonymous, isMine, votes, myVote)
        (self.isAnswered, self.isHidden) = (isAnswered, isHidden)
    }
}
