/// Payload of `question.asked`: a student asks a question in a class.
public struct QuestionAsked: Sendable {
    /// Maximum length in characters (grapheme clusters).
    public static let most = 500

    public let classID: Identifier
    public let question: Identifier
    public let text: String
    /// Whether the author is hidden from the class.
    public let isAnonymous: Bool

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        question = fields.identifier("question")
        text = fields.text("text", most: Self.most)
        isAnonymous = fields.flag("isAnonymous") ?? false
    }
}

/// Payload of `question.voted`: a vote for or against a question, or its withdrawal.
public struct QuestionVoted: Sendable {
    public let classID: Identifier
    public let question: Identifier
    /// 1, −1, or 0 to withdraw the vote.
    public let vote: Int

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        question = fields.identifier("question")
        vote = fields.wholeNumber("vote", -1...1)
    }
}

/// `question.answered`, `question.reopened`, `question.hidden`, `question.shown`: the instructor says that a question is
/// answered, or hides it from the class, or takes that back.
public struct QuestionReference: Sendable {
    public let classID: Identifier
    public let question: Identifier

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        question = fields.identifier("question")
    }
}
