import Classroom

/// Effects of question entries, judged by the state of the class at their time.
extension Book {
    func apply(_ asked: QuestionAsked) throws {
        guard let maker else { throw Self.noClass }
        let row = try connection.first(
            """
            SELECT askers, COALESCE((SELECT is_present FROM mark WHERE mark.class = class.id AND mark.person = $2), 0)
                       AS is_present
            FROM class JOIN course ON course.id = class.course JOIN enrolment ON enrolment.course = course.id
            WHERE class.id = $1 AND enrolment.person = $2 AND enrolment.state = 'accepted' AND phase <> 'deleted'
            """, asked.classID, maker)
        guard let row else { throw Self.noClass }
        try checkInSession(asked.classID)
        let askers = try row.word("askers", of: Askers.self)
        if let problem = Questions.problem(askers: askers, isPresent: try row.flag("is_present")) {
            throw Problem.invalid([problem])
        }
        if try connection.first("SELECT id FROM question WHERE id = $1", asked.question) != nil {
            throw Problem.invalid("question", "exists", "This question has been asked already.")
        }
        try connection.run(
            """
            INSERT INTO question (id, class, asker, text, is_anonymous, asked_at, votes, is_answered, turned_at)
            VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $6)
            """, asked.question, asked.classID, maker, asked.text, asked.isAnonymous, at)
    }

    /// Records a vote. Of a person's votes on a question the latest by its own time counts.
    func apply(_ voted: QuestionVoted) throws {
        let question = try question(voted.question, in: voted.classID)
        guard let maker, try mayVote(in: voted.classID) else { throw Self.noClass }
        try checkInSession(voted.classID)
        if try question.identifier("asker") == maker {
            throw Problem.invalid("question", "own", "You cannot vote on your own question.")
        }
        let before = try connection.first(
            "SELECT vote, at FROM question_vote WHERE question = $1 AND person = $2", voted.question, maker)
        if let before, try before.instant("at") > at { return }
        try connection.run(
            """
            INSERT INTO question_vote (question, person, vote, at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (question, person) DO UPDATE SET vote = $3, at = $4
            """, voted.question, maker, voted.vote, at)
        try connection.run(
            "UPDATE question SET votes = votes + $2 WHERE id = $1", voted.question,
            voted.vote - Int(before?.integer("vote") ?? 0))
    }

    /// Marks a question answered or open. Of several entries the latest by its own time counts.
    func turn(_ reference: QuestionReference, answered: Bool) throws {
        _ = try ownClass(reference.classID)
        let question = try question(reference.question, in: reference.classID)
        if try question.instant("turned_at") > at { return }
        try connection.run(
            "UPDATE question SET is_answered = $2, turned_at = $3 WHERE id = $1", reference.question, answered, at)
    }

    /// The same.
    func turn(_ reference: QuestionReference, hidden: Bool) throws {
        _ = try ownClass(reference.classID)
        let question = try question(reference.question, in: reference.classID)
        if let before = try question.optionalInstant("hidden_at"), before > at { return }
        try connection.run(
            "UPDATE question SET is_hidden = $2, hidden_at = $3 WHERE id = $1", reference.question, hidden, at)
    }

    private func question(_ id: Identifier, in session: Identifier) throws -> Row {
        let row = try connection.first(
            "SELECT asker, turned_at, hidden_at FROM question WHERE id = $1 AND class = $2", id, session)
        guard let row else { throw Problem.invalid("question", "notFound", "There is no such question.") }
        return row
    }

    /// Whether the maker takes or teaches the course of the class.
    private func mayVote(in session: Identifier) throws -> Bool {
        try connection.first(
            """
            SELECT class.id FROM class
            WHERE class.id = $1 AND phase <> 'deleted'
              AND (EXISTS (SELECT 1 FROM enrolment WHERE enrolment.course = class.course AND enrolment.person = $2
                             AND enrolment.state = 'accepted')
                OR EXISTS (SELECT 1 FROM course_instructor WHERE course_instructor.course = class.course
                             AND course_instructor.person = $2))
            """, session, maker) != nil
    }

    /// Checks that the class was in session at the time of the entry, with some tolerance for wrong clocks.
    private func checkInSession(_ session: Identifier) throws {
        let events = try connection.classEvents(of: session, before: sequence)
        let then = events.window(startedAt: nil, at: at).life.phase
        guard let problem = Questions.closed(then) else { return }
        let now = events.window(startedAt: nil, at: max(at, received)).life
        if Claim.isLate(at: at, received: received) || !now.isInSession { throw Problem.invalid([problem]) }
    }
}
