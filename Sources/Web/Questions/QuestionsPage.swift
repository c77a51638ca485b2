import Classroom
import Hummingbird
import Pages
import Store

/// Questions of a class, for everybody in it.
struct QuestionsPage: Page {
    static let template = "questions/questions"
    let title = "Questions"
    var tab: String? { "/courses" }
    let classID: String
    let classHref: String
    let course: CourseLink
    let card: ClassSessionView
    /// Whether the person can ask and vote now.
    let canAsk: Bool
    let canVote: Bool
    /// Whether the person might be able to, as far as a device without signal can know.
    let mayAsk: Bool
    let teaches: Bool
    /// Reason why questions are closed.
    let closedText: String?
    let open: Int
    let countText: String
    let questions: [QuestionView]
    let none: Bool
    let more: String?

    static func load(
        _ site: Site, _ session: ClassSession, of id: Identifier, _ request: Request, for person: Person
    ) async throws -> QuestionsPage {
        let teaches = person.role == .instructor
        async let counts = site.store.questionCounts(of: session.id, for: person.id, showingHidden: teaches)
        async let part = site.store.questions(
            of: session.id, for: person.id, showingHidden: teaches, after: request.optionalQuery("after"))
        let course = try await site.store.course(id, for: person)
        let own = try await site.store.attendance(of: person, at: [session])[session.id]
        return try await QuestionsPage(
            session, course, person, site.calendar.inZone(of: course), own: own, part, counts)
    }

    private init(
        _ session: ClassSession, _ course: Course, _ person: Person, _ calendar: WallCalendar, own: Attendance?,
        _ part: ListPage<Question>, _ counts: (open: Int, all: Int)
    ) {
        classID = session.id.text
        classHref = "/classes/\(session.id)"
        self.course = CourseLink(course)
        card = ClassSessionView(session, calendar, own: own, isStudent: person.role == .student)
        teaches = person.role == .instructor
        let closed = Questions.closed(session.phase)
        let problem = closed ?? Questions.problem(askers: course.askers, isPresent: own?.state == .present)
        canVote = closed == nil
        canAsk = problem == nil && !teaches
        mayAsk = !teaches && session.phase != .saved && session.phase != .cancelled
        closedText = teaches ? closed?.message : problem?.message
        open = counts.open
        countText = CourseClassPage.questionsText(counts)
        let isInstructor = teaches
        questions = part.elements.map { QuestionView($0, canVote: closed == nil, teaches: isInstructor, calendar) }
        none = part.elements.isEmpty
        more = part.next.map { href("/classes/\(session.id)/questions", [("after", $0.text)]) }
    }

    var model: Model {
        [
            "title": title.model, "classID": classID.model, "classHref": classHref.model, "course": course.model,
            "card": card.model, "canAsk": canAsk.model, "canVote": canVote.model, "mayAsk": mayAsk.model,
            "teaches": teaches.model, "closedText": closedText.model, "open": open.model, "countText": countText.model,
            "questions": questions.model, "none": none.model, "more": more.model,
        ]
    }
}

/// Question as shown to the class.
struct QuestionView: Modelled, Sendable {
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
        askerText = "\(name ?? "Anonymous") · \(calendar.time(question.askedAt))"
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
        [
            "id": id.model, "text": text.model, "asker": asker.model, "askerText": askerText.model,
            "isMine": isMine.model, "votes": votes.model, "votesText": votesText.model, "myVote": myVote.model,
            "isUp": isUp.model, "isDown": isDown.model, "canVote": canVote.model, "isAnswered": isAnswered.model,
            "isHidden": isHidden.model, "hiddenText": hiddenText.model, "canTurn": canTurn.model,
            "canHide": canHide.model, "canShow": canShow.model, "asked": asked.model,
        ]
    }
}
