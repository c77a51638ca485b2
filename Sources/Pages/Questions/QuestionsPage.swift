import Classroom

/// Questions of a class, for everybody in it.
public final class QuestionsPage: Page, DevicePage {
    public static let template = "questions/questions"
    public let title = "Questions"
    public var tab: String? { "/courses" }
    let classID: String
    let classHref: String
    let course: CourseLink
    let card: ClassSessionView
    /// Whether the person can ask and vote now.
    let canAsk: Bool
    let canVote: Bool
    /// Whether the person might be able to, as far as a device without signal can know.
    let mayAsk: Bool
    /// From when on, in milliseconds since 1970.
    let mayAskFrom: Int64
    let teaches: Bool
    /// Reason why questions are closed.
    let closedText: String?
    let open: Int
    let countText: String
    let questions: [QuestionView]
    let none: Bool
    /// What is said where there are none.
    let noneTitle: String
    let noneText: String
    let more: String?

    /// - Parameters:
    ///   - teaches: whether an instructor looks at it.
    ///   - problem: why a student cannot ask even while the class is in session.
    ///   - counts: how many questions are open, and how many there are.
    ///   - more: address of the next part of the list.
    ///   - calendar: the course's.
    public init(
        _ session: ClassSession, of course: CourseLink, card: ClassSessionView, teaches: Bool, problem: FieldProblem?,
        _ questions: [Question], counts: (open: Int, all: Int), more: String?, _ calendar: WallCalendar
    ) {
        classID = session.id.text
        classHref = "/classes/" + session.id.text
        (self.course, self.card, self.teaches, self.more) = (course, card, teaches, more)
        let closed = Questions.closed(session.phase)
        let isOver = Self.isOver(session)
        canVote = closed == nil
        canAsk = closed == nil && problem == nil && !teaches
        (mayAsk, mayAskFrom) = (!teaches && !isOver, session.mayHaveBegunFrom)
        closedText = (teaches ? closed : closed ?? problem)?.message
        open = counts.open
        countText = Self.count(counts, at: session)
        self.questions = questions.map { QuestionView($0, canVote: closed == nil, teaches: teaches, calendar) }
        none = questions.isEmpty
        noneTitle = isOver ? "No questions" : "No questions yet"
        noneText =
            isOver
            ? "Nobody asked anything in this class."
            : teaches
                ? "Questions from your students appear here, for everybody to see."
                : "Ask the first question while the class is in session."
    }

    /// Counts of questions in words: "3 open, 12 in all".
    static func count(_ counts: (open: Int, all: Int), at session: ClassSession) -> String {
        if counts.all == 0 { return isOver(session) ? "None" : "None yet" }
        let open = grouped(counts.open) + " open"
        return counts.open == counts.all ? open : open + ", " + grouped(counts.all) + " in all"
    }

    private static func isOver(_ session: ClassSession) -> Bool {
        session.phase == .saved || session.phase == .cancelled
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("classID", classID)
        object.add("classHref", classHref)
        object.add("course", course)
        object.add("card", card)
        object.add("canAsk", canAsk)
        object.add("canVote", canVote)
        object.add("mayAsk", mayAsk)
        object.add("mayAskFrom", mayAskFrom)
        object.add("teaches", teaches)
        object.add("closedText", closedText)
        object.add("open", open)
        object.add("countText", countText)
        object.add("questions", questions)
        object.add("none", none)
        object.add("noneTitle", noneTitle)
        object.add("noneText", noneText)
        object.add("more", more)
        return object.model
    }
}

/// Question as shown to the class.
final class QuestionView: Modelled, Sendable {
    private let question: Question
    private let canVote: Bool
    private let teaches: Bool
    private let calendar: WallCalendar

    init(_ question: Question, canVote: Bool, teaches: Bool, _ calendar: WallCalendar) {
        (self.question, self.canVote, self.teaches, self.calendar) = (question, canVote, teaches, calendar)
    }

    var model: Model {
        var object = ModelObject()
        let (isMine, isHidden) = (question.isMine, question.isHidden)
        object.add("id", question.id.text)
        object.add("text", question.text)
        // Author; null if hidden from the class.
        object.add("asker", question.asker)
        let name = isMine ? (question.isAnonymous ? "You, anonymously" : "You") : question.asker
        object.add("askerText", (name ?? "Anonymous") + " · " + calendar.time(question.askedAt))
        object.add("isMine", isMine)
        object.add("votes", question.votes)
        object.add("votesText", counted(question.votes, "vote", "votes"))
        object.add("myVote", question.myVote)
        object.add("isUp", question.myVote > 0)
        object.add("isDown", question.myVote < 0)
        object.add("canVote", canVote && !isMine && !isHidden)
        object.add("isAnswered", question.isAnswered)
        object.add("isHidden", isHidden)
        // That the class does not see it, to those who do.
        object.add("hiddenText", isHidden ? (teaches ? "Hidden from the class" : "Hidden by your instructor") : nil)
        object.add("canTurn", teaches && !isHidden)
        object.add("canHide", teaches && !isHidden)
        object.add("canShow", teaches && isHidden)
        object.add("asked", question.askedAt.text)
        return object.model
    }
}
