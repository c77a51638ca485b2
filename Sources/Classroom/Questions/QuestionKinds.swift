extension Kind {
    public static let questionAsked = Kind("question.asked", by: .everyone, columns: .class) {
        .question(.asked(QuestionAsked(from: &$0)))
    }
    public static let questionVoted = Kind("question.voted", by: .everyone, columns: .class) {
        .question(.voted(QuestionVoted(from: &$0)))
    }
    public static let questionAnswered = Kind("question.answered", by: .instructors, columns: .class) {
        .question(.answered(QuestionReference(from: &$0)))
    }
    public static let questionReopened = Kind("question.reopened", by: .instructors, columns: .class) {
        .question(.reopened(QuestionReference(from: &$0)))
    }
    public static let questionHidden = Kind("question.hidden", by: .instructors, columns: .class) {
        .question(.hidden(QuestionReference(from: &$0)))
    }
    public static let questionShown = Kind("question.shown", by: .instructors, columns: .class) {
        .question(.shown(QuestionReference(from: &$0)))
    }

    static let ofQuestions: [Kind] = [
        questionAsked, questionVoted, questionAnswered, questionReopened, questionHidden, questionShown,
    ]
}

/// What entries say of questions in a class.
public indirect enum QuestionPayload: Sendable {
    case asked(QuestionAsked)
    case voted(QuestionVoted)
    case answered(QuestionReference)
    case reopened(QuestionReference)
    case hidden(QuestionReference)
    case shown(QuestionReference)

    public var subject: Subject {
        switch self {
        case .asked(let asked): Subject(classID: asked.classID)
        case .voted(let voted): Subject(classID: voted.classID)
        case .answered(let reference), .reopened(let reference), .hidden(let reference), .shown(let reference):
            Subject(classID: reference.classID)
        }
    }
}

extension Book {
    mutating func want(_ payload: QuestionPayload, by maker: Identifier?) {
        if let session = payload.subject.classID {
            wantOwnClass(session)
            events.want(session)
            wantEnrolment(at: session, of: maker)
        }
        switch payload {
        case .asked(let asked):
            questions.want(asked.question)
            if let maker { marks.want(Pair(asked.classID, maker)) }
        case .voted(let voted):
            questions.want(voted.question)
            if let maker { votes.want(Pair(voted.question, maker)) }
        case .answered(let reference), .reopened(let reference), .hidden(let reference), .shown(let reference):
            questions.want(reference.question)
        }
    }

    mutating func apply(_ payload: QuestionPayload) throws(Stop) {
        switch payload {
        case .asked(let asked): try apply(asked)
        case .voted(let voted): try apply(voted)
        case .answered(let reference): try turn(reference, answered: true)
        case .reopened(let reference): try turn(reference, answered: false)
        case .hidden(let reference): try turn(reference, hidden: true)
        case .shown(let reference): try turn(reference, hidden: false)
        }
    }
}
