/// What question entries do, judged by the state of the class at their time.
extension Book {
    mutating func apply(_ asked: QuestionAsked) throws(Stop) {
        guard let maker, let session = try classes.row(asked.classID), session.phase != .deleted,
            let id = session.course, let course = try courses.row(id), try isEnrolled(maker, in: id)
        else { throw Self.noClass }
        try checkInSession(asked.classID)
        let isPresent = try marks.row(Pair(asked.classID, maker))?.mark.isPresent ?? false
        if let problem = Questions.problem(askers: course.askers, isPresent: isPresent) { throw .broken([problem]) }
        if try questions.row(asked.question) != nil {
            throw .invalid("question", "exists", "This question has been asked already.")
        }
        var question = QuestionRow(
            id: asked.question, session: asked.classID, asker: maker, text: asked.text,
            isAnonymous: asked.isAnonymous, askedAt: at)
        question.ownAsker = ownMaker
        questions.set(question)
    }

    /// Records a vote.
    mutating func apply(_ voted: QuestionVoted) throws(Stop) {
        var question = try question(voted.question, in: voted.classID)
        guard let maker, try mayVote(in: voted.classID) else { throw Self.noClass }
        try checkInSession(voted.classID)
        if question.asker == maker {
            throw .invalid("question", "own", "You cannot vote on your own question.")
        }
        let key = Pair(voted.question, maker)
        try keepOwn(vote: voted)
        votes.set(question.count(VoteRow(key: key, vote: voted.vote, at: at), before: try votes.row(key)))
        questions.set(question)
    }

    /// Keeps the vote of somebody who was merged with others as their own as well.
    private mutating func keepOwn(vote: QuestionVoted) throws(Stop) {
        guard let own = occasion.maker, try people.row(own)?.isShared == true else { return }
        let key = Pair(vote.question, own)
        if let before = try ownVotes.row(key), before.at > at { return }
        ownVotes.set(VoteRow(key: key, vote: vote.vote, at: at))
    }

    /// Marks a question answered or open.
    mutating func turn(_ reference: QuestionReference, answered: Bool) throws(Stop) {
        _ = try ownClass(reference.classID)
        var question = try question(reference.question, in: reference.classID)
        question.turn(answered: answered, at: at)
        questions.set(question)
    }

    /// Hides a question from the class, or shows it.
    mutating func turn(_ reference: QuestionReference, hidden: Bool) throws(Stop) {
        _ = try ownClass(reference.classID)
        var question = try question(reference.question, in: reference.classID)
        question.turn(hidden: hidden, at: at)
        questions.set(question)
    }

    private mutating func question(_ id: Identifier, in session: Identifier) throws(Stop) -> QuestionRow {
        guard let question = try questions.row(id), question.session == session else {
            throw .invalid("question", "notFound", "There is no such question.")
        }
        return question
    }

    /// Whether the maker takes or teaches the course of the class.
    private mutating func mayVote(in session: Identifier) throws(Stop) -> Bool {
        guard let maker, let session = try classes.row(session), session.phase != .deleted,
            let course = session.course
        else { return false }
        if try isEnrolled(maker, in: course) { return true }
        return try isTaughtByMaker(course)
    }

    /// Checks that the class was in session at the time of the entry, with some tolerance for wrong clocks. What has waited
    /// is not refused for being early: the start, made without signal as well, may come later.
    private mutating func checkInSession(_ session: Identifier) throws(Stop) {
        let events = try events(of: session)
        let then = events.window(startedAt: nil, at: at).life.phase
        guard let problem = Questions.closed(then) else { return }
        if then == .scheduled, Claim.hasWaited(at: at, received: received) { return }
        let now = events.window(startedAt: nil, at: max(at, received)).life
        if Claim.isLate(at: at, received: received) || !now.isInSession { throw .broken([problem]) }
    }
}
