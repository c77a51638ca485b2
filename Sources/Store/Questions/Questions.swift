import Classroom

/// Question, as seen by a particular person.
public struct Question: Sendable {
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
    public let askedAt: Instant
}

extension Store {
    /// Questions of a class as seen by a person, in the order of `QuestionRank`.
    public func questions(
        of session: Identifier, for person: Identifier, after: String? = nil, most: Int = 50
    ) async throws -> ListPage<Question> {
        var values: [SQLValue] = [session.sqlValue, person.sqlValue]
        var seek = ""
        if let after {
            let cursor = try Cursor(reading: after, like: [.integer, .integer, .integer, .text])
            seek = " AND (is_answered, -votes, asked_at, question.id) > ($3, $4, $5, $6)"
            values += cursor.values
        }
        let sql = """
            SELECT question.id, text, is_anonymous, asked_at, votes, is_answered, asker, first_name, last_name,
                   (SELECT vote FROM question_vote WHERE question = question.id AND question_vote.person = $2) AS my_vote
            FROM question JOIN person ON person.id = question.asker
            WHERE question.class = $1\(seek)
            ORDER BY is_answered, -votes, asked_at, question.id LIMIT \(most + 1)
            """
        return try await database.read { [values] connection in
            let rows = try connection.rows(sql, values: values)
            let shown = rows.prefix(most)
            let next = rows.count > most ? try shown.last.map(Self.questionCursor) : nil
            return ListPage(elements: try shown.map { try Question($0, for: person) }, next: next)
        }
    }

    private static func questionCursor(_ row: Row) throws -> Cursor {
        Cursor([
            .integer(try row.integer("is_answered")), .integer(-(try row.integer("votes"))),
            .integer(try row.integer("asked_at")), .text(try row.text("id")),
        ])
    }

    /// Number of open questions and of all questions in a class.
    public func questionCounts(of session: Identifier) async throws -> (open: Int, all: Int) {
        try await database.read { connection in
            let row = try connection.first(
                """
                SELECT COUNT(*) AS number, COALESCE(SUM(1 - is_answered), 0) AS open_ones FROM question WHERE class = $1
                """, session)
            return (Int(try row?.integer("open_ones") ?? 0), Int(try row?.integer("number") ?? 0))
        }
    }
}

extension Question {
    init(_ row: Row, for person: Identifier) throws {
        id = try row.identifier("id")
        text = try row.text("text")
        isAnonymous = try row.flag("is_anonymous")
        isMine = try row.identifier("asker") == person
        let name = PersonName(first: try row.text("first_name"), last: try row.text("last_name"))
        asker = isMine || !isAnonymous ? name.full : nil
        votes = Int(try row.integer("votes"))
        myVote = Int(try row.optionalInteger("my_vote") ?? 0)
        isAnswered = try row.flag("is_answered")
        askedAt = try row.instant("asked_at")
    }
}
