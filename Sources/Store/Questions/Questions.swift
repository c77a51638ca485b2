import Classroom

extension Store {
    /// The questions of a class as a person sees them, by `QuestionRank`.
    ///
    /// - Parameter showingHidden: also those that others have asked and the instructor has hidden.
    public func questions(
        of session: Identifier, for person: Identifier, showingHidden: Bool = false, after: String? = nil,
        most: Int = 50
    ) async throws -> ListPage<Question> {
        var values: [SQLValue] = [session.sqlValue, person.sqlValue]
        var seek = ""
        if let after {
            let cursor = try Cursor(reading: after, like: [.integer, .integer, .integer, .identifier])
            seek = " AND (is_answered, -votes, asked_at, question.id) > ($3, $4, $5, $6)"
            values += cursor.values
        }
        let sql = """
            SELECT question.id, text, is_anonymous, asked_at, votes, is_answered, is_hidden, asker, first_name, last_name,
                   (SELECT vote FROM question_vote WHERE question = question.id AND question_vote.person = $2) AS my_vote
            FROM question JOIN person ON person.id = question.asker
            WHERE question.class = $1 AND removed_at IS NULL\(Self.isSeen(showingHidden))\(seek)
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
            .integer(try row.integer("asked_at")), try row.identifier("id").sqlValue,
        ])
    }

    /// The condition that a person sees a question: hidden ones, only who has asked them.
    private static func isSeen(_ showingHidden: Bool) -> String {
        showingHidden ? "" : " AND (is_hidden = 0 OR asker = $2)"
    }

    /// How many questions of a class are open, and how many there are, of those that a person sees.
    public func questionCounts(
        of session: Identifier, for person: Identifier, showingHidden: Bool = false
    ) async throws -> (open: Int, all: Int) {
        let sql = "SELECT \(QuestionCounts.columns) AND class = $1\(Self.isSeen(showingHidden))"
        return try await database.read { connection in
            let values = [session.sqlValue] + (showingHidden ? [] : [person.sqlValue])
            return try QuestionCounts.counts(try connection.first(sql, values: values))
        }
    }
}

extension Connection {
    /// How many questions of classes are open, and how many there are, of those that a student sees; classes without
    /// questions are omitted.
    func questionCounts(
        of classes: [Identifier], for student: Identifier
    ) throws -> [Identifier: (open: Int, all: Int)] {
        let rows = try found(
            """
            SELECT class, asker, is_hidden, \(QuestionCounts.columns) AND class IN $list
            GROUP BY class, asker, is_hidden
            """, classes.map { [$0.sqlValue] })
        var counts: [Identifier: (open: Int, all: Int)] = [:]
        for row in rows where try !row.flag("is_hidden") || row.identifier("asker") == student {
            let (one, sum) = (try QuestionCounts.counts(row), counts[try row.identifier("class")] ?? (0, 0))
            counts[try row.identifier("class")] = (sum.open + one.open, sum.all + one.all)
        }
        return counts
    }
}

/// How many questions there are, and how many of them are open.
enum QuestionCounts {
    /// The condition that a question counts: those of people who were removed do not. Few were, so they are listed once; by a
    /// join, each question would look up its asker.
    static let isCounted = "asker NOT IN (SELECT id FROM person WHERE removed_at IS NOT NULL)"

    /// What to select, up to the first condition.
    static let columns = """
        COUNT(*) AS number, COALESCE(SUM((1 - is_answered) * (1 - is_hidden)), 0) AS open_ones
        FROM question WHERE \(isCounted)
        """

    /// - Parameter row: `nil` for none.
    static func counts(_ row: Row?) throws -> (open: Int, all: Int) {
        (Int(try row?.integer("open_ones") ?? 0), Int(try row?.integer("number") ?? 0))
    }
}

extension Question {
    convenience init(_ row: Row, for person: Identifier) throws {
        let name = try PersonName(row)
        self.init(
            id: try row.identifier("id"), text: try row.text("text"), asker: name.full,
            isAnonymous: try row.flag("is_anonymous"), isMine: try row.identifier("asker") == person,
            votes: Int(try row.integer("votes")), myVote: Int(try row.optionalInteger("my_vote") ?? 0),
            isAnswered: try row.flag("is_answered"), isHidden: try row.flag("is_hidden"),
            askedAt: try row.instant("asked_at"))
    }
}
