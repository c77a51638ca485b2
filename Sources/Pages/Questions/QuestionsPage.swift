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
        classHref = card.href
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
    let id: String
    let text: String
    /// Author; absent if hidden from the class.
    let asker: String?
    let askerText: String
    let isMine: Bool
    let votes: Int
    let votesText: String
    let myVote: Int
    let isUp: Bool
    let isDown: Bool
    let canVote: Bool
    let isAnswered: Bool
    let isHidden: Bool
    /// That the class does not see it, to those who do.
    let hiddenText: String?
    let canTurn: Bool
    let canHide: Bool
    let canShow: Bool
    let asked: String

    init(_ question: Question, canVote: Bool, teaches: Bool, _ calendar: WallCalendar) {
        id = question.id.text
        text = question.text
        asker = question.asker
        let name = question.isMine ? (question.isAnonymous ? "You, anonymously" : "You") : question.asker
        askerText = (name ?? "Anonymous") + " · " + calendar.time(question.askedAt)
        isMine = question.isMine
        votes = question.votes
        votesText = counted(question.votes, "vote", "votes")
        myVote = question.myVote
        isUp = question.myVote > 0
        isDown = question.myVote < 0
        self.canVote = canVote && !question.isMine && !question.isHidden
        isAnswered = question.isAnswered
        isHidden = question.isHidden
        hiddenText = question.isHidden ? (teaches ? "Hidden from the class" : "Hidden by your instructor") : nil
        canTurn = teaches && !question.isHidden
        canHide = canTurn
        canShow = teaches && question.isHidden
        asked = question.askedAt.text
    }

    var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("text", text)
        object.add("asker", asker)
        object.add("askerText", askerText)
        object.add("isMine", isMine)
        object.add("votes", votes)
        object.add("votesText", votesText)
        object.add("myVote", myVote)
        object.add("isUp", isUp)
        object.add("isDown", isDown)
        object.add("canVote", canVote)
        object.add("isAnswered", isAnswered)
        object.add("isHidden", isHidden)
        object.add("hiddenText", hiddenText)
        object.add("canTurn", canTurn)
        object.add("canHide", canHide)
        object.add("canShow", canShow)
        object.add("asked", asked)
        return object.model
    }
}
