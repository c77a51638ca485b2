import Classroom

extension RowTable where R == QuestionRow {
    static let questions = RowTable(
        name: "question", key: ["id"],
        columns: [
            "class", "asker", "text", "is_anonymous", "asked_at", "votes", "is_answered", "turned_at", "is_hidden",
            "hidden_at", "own_asker",
        ],
        keyValues: { [$0.sqlValue] },
        read: { row in
            var question = QuestionRow(
                id: try row.identifier("id"), session: try row.identifier("class"),
                asker: try row.identifier("asker"), text: try row.text("text"),
                isAnonymous: try row.flag("is_anonymous"), askedAt: try row.instant("asked_at"))
            question.votes = try row.integer("votes")
            question.isAnswered = try row.flag("is_answered")
            question.turnedAt = try row.instant("turned_at")
            question.isHidden = try row.flag("is_hidden")
            question.hiddenAt = try row.optionalInstant("hidden_at")
            question.ownAsker = try row.optionalIdentifier("own_asker")
            return question
        },
        values: {
            [
                $0.session.sqlValue, $0.asker.sqlValue, $0.text.sqlValue, $0.isAnonymous.sqlValue,
                $0.askedAt.sqlValue, $0.votes.sqlValue, $0.isAnswered.sqlValue, $0.turnedAt.sqlValue,
                $0.isHidden.sqlValue, $0.hiddenAt.sqlValue, $0.ownAsker.sqlValue,
            ]
        })
}

extension RowTable where R == VoteRow {
    static let votes = RowTable(
        name: "question_vote", key: ["question", "person"], columns: ["vote", "at"],
        keyValues: { [$0.first.sqlValue, $0.second.sqlValue] },
        read: { row in
            VoteRow(
                key: try row.pair("question", "person"), vote: Int(try row.integer("vote")),
                at: try row.instant("at"))
        },
        values: { [$0.vote.sqlValue, $0.at.sqlValue] })

    static let ownVotes = votes.named("own_vote")
}
