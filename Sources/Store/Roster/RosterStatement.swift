import Classroom

/// SQL statements of a roster query: a part of the list, and the count.
struct RosterStatement {
    private var conditions: [String] = []
    private var values: [SQLValue] = []
    private let query: RosterQuery
    /// Words to be found, the most telling first.
    private let words: [String]

    /// Up to so many words that begin alike are gone through one by one, each in the order of the list.
    private let few: Int

    /// From so many people on whose words begin alike, people are looked through in the order of the list.
    private let many: Int

    init(_ query: RosterQuery, few: Int = 32, many: Int = 20_000) {
        (self.query, self.few, self.many) = (query, few, many)
        words = FoldedWords.telling(Array(SearchKey.words([query.search])))
    }

    typealias Text = (sql: String, values: [SQLValue])

    /// Part of the list, with one extra row, which reveals whether there is a next part.
    func part(on connection: any Connection) throws -> Text {
        var whole = self
        whole.addFilters()
        try whole.addSeek()
        var active = whole
        active.addActivity()
        let people = try active.people(on: connection)
        guard query.activity == .active, let session = query.present else { return (people, active.values) }
        // Each arm goes along an index of its own, and ends early.
        var inactive = whole
        inactive.values = active.values
        let others = inactive.inactivePeople(at: session)
        let arms = Self.union([people, others + inactive.end])
        return ("SELECT * FROM (\(arms)) AS person" + order(), inactive.values)
    }

    /// Number of people, at most `query.mostCounted`.
    func count(on connection: any Connection) throws -> Text {
        var whole = self
        whole.addFilters()
        whole.addActivity()
        let most = query.mostCounted
        var people = "SELECT 1 FROM person"
        if let arms = try whole.arms(on: connection, most: most) {
            people = "SELECT 1 FROM (\(arms)) AS found"
        } else if !words.isEmpty {
            people = "SELECT 1 FROM " + whole.join(whole.found("one.person")) + whole.wherePart
        } else {
            people += whole.wherePart
        }
        return ("SELECT COUNT(*) AS people FROM (\(people) LIMIT \(most)) AS counted", whole.values)
    }

    func cursor(_ row: Row) throws -> Cursor {
        let group = try row.integer("roster_group")
        var values: [SQLValue] = [.integer(query.sort == .studentsFirst ? -group : group)]
        if query.sort == .attended { values.append(.integer(-(try row.integer("attended")))) }
        return Cursor(values + [.text(try row.text("name_key")), try row.identifier("id").sqlValue])
    }

    private var end: String { wherePart + order() }

    private var wherePart: String { conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ") }

    /// - Parameter most: rows at most; by default those of a part, and an extra one.
    private func order(most: Int? = nil) -> String { " ORDER BY " + columns + " LIMIT \(most ?? query.most + 1)" }

    private static func union(_ arms: [String]) -> String {
        arms.map { "SELECT * FROM (\($0)) AS arm" }.joined(separator: " UNION ALL ")
    }

    private var columns: String {
        switch query.sort {
        case .name: "roster_group, person.name_key, person.id"
        case .attended: "roster_group, -attended, person.name_key, person.id"
        case .studentsFirst: "-roster_group, person.name_key, person.id"
        }
    }

    private mutating func addActivity() {
        switch query.activity {
        case .active: conditions.append("is_active = 1")
        case .inactive: conditions += ["is_active = 0", "removed_at IS NULL"]
        case .all: conditions.append("removed_at IS NULL")
        case .removed:
            let since = query.now.adding(milliseconds: -PersonRemoval.time)
            conditions += ["removed_at > " + bind(since.sqlValue), "merged_into IS NULL"]
        }
    }

    private mutating func addFilters() {
        // As the index of the order has it: by the other form, SQLite would sort all people.
        if query.withoutNew {
            conditions.append(query.sort == .studentsFirst ? "-roster_group < 0" : "roster_group > 0")
        }
        if query.onlyStudents { conditions.append("role = 'student'") }
        if query.onlyInstructors { conditions.append("role = 'instructor'") }
        if let type = query.type { conditions.append("type = " + bind(type.sqlValue)) }
        if !query.others.isEmpty {
            let others = query.others.map { bind($0.sqlValue) }
            conditions.append("person.id NOT IN (\(others.joined(separator: ", ")))")
        }
    }

    private mutating func addSeek() throws {
        guard let after = query.after else { return }
        let pattern: [CursorPart] =
            query.sort == .attended ? [.integer, .integer, .text, .identifier] : [.integer, .text, .identifier]
        let names = try Cursor(reading: after, like: pattern).values.map { bind($0) }
        conditions.append("(\(columns)) > (\(names.joined(separator: ", ")))")
    }

    private mutating func bind(_ value: SQLValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }
}

extension RosterStatement {
    /// People who match the search: found by the words that begin with the most telling one, each in the order of the list;
    /// or, where such words are many, by going through the list or through the words.
    private mutating func people(on connection: any Connection) throws -> String {
        guard let word = words.first else { return Person.select + end }
        if let arms = try arms(on: connection, most: query.most + 1) {
            let part = "SELECT person.id AS person FROM (\(arms)) AS person" + order()
            return Person.select(from: "(\(part)) AS found CROSS JOIN person") + " WHERE person.id = found.person"
                + order()
        }
        if try isCommon(word, on: connection) {
            addWords()
            return Person.select + end
        }
        let source = join(found("one.person"))
        return Person.select(from: source) + end
    }

    /// The first people of each of the few words that begin with the most telling one; nil if there are many, or if their
    /// rows do not tell all that is asked for. Nobody has words who was removed.
    private mutating func arms(on connection: any Connection, most: Int) throws -> String? {
        guard isOfWords, let word = words.first else { return nil }
        let alike = try wordsAlike(word, on: connection)
        guard alike.count <= few else { return nil }
        let others = isFirstWithOthers()
        return Self.union(
            // Without words, nobody is found by the one that was asked for.
            (alike.isEmpty ? [word] : alike).map { word in
                let rows = """
                    SELECT one.person AS id, one.roster_group, one.is_active, one.name_key, NULL AS removed_at
                    FROM person_word AS one WHERE one.word = \(bind(.text(word))) AND \(others)
                    """
                return "SELECT person.id, person.roster_group, person.name_key FROM (\(rows)) AS person" + wherePart
                    + order(most: most)
            })
    }

    /// Words that begin with this one, up to one more than are few; each is found from the one before.
    private func wordsAlike(_ word: String, on connection: any Connection) throws -> [String] {
        let rows = try connection.rows(
            """
            WITH RECURSIVE alike (word) AS (
                SELECT MIN(word) FROM person_word WHERE word >= $1 AND word < $2
                UNION ALL
                SELECT (SELECT MIN(word) FROM person_word WHERE word > alike.word AND word < $2)
                FROM alike WHERE alike.word IS NOT NULL
            )
            SELECT word FROM alike LIMIT \(few + 2)
            """, values: [.text(word), .text(word + "\u{10FFFF}")])
        return try rows.compactMap { try $0.optionalText("word") }
    }

    /// Whether the row of a word has all that the order and the conditions ask for, so that only the people who are shown are
    /// read.
    private var isOfWords: Bool {
        query.sort != .attended && query.activity != .removed && query.type == nil && query.others.isEmpty
            && !query.onlyStudents && !query.onlyInstructors
    }

    private mutating func inactivePeople(at session: Identifier) -> String {
        addWords()
        conditions += ["is_active = 0", "removed_at IS NULL"]
        let present = "SELECT person FROM mark WHERE is_present = 1 AND class = " + bind(session.sqlValue)
        return Person.select(from: join(present))
    }

    private mutating func addWords() {
        for word in words { conditions.append(has(word, person: "person.id")) }
    }

    /// Source of the people with these identifiers, which SQLite goes through first because of CROSS.
    private mutating func join(_ identifiers: String) -> String {
        conditions.append("person.id = found.person")
        return "(\(identifiers)) AS found CROSS JOIN person"
    }

    /// One row for each of the people who have all words: beside the first are the others.
    private mutating func found(_ columns: String) -> String {
        let range = range(words.first ?? "", of: "one.word")
        return "SELECT \(columns) FROM person_word AS one WHERE \(range) AND \(isFirstWithOthers())"
    }

    /// That a word is the first of its person's that begin with the most telling one, and that the others are beside it.
    private mutating func isFirstWithOthers() -> String {
        let word = words.first ?? ""
        let literal = Self.literal(word)
        let rest = words.dropFirst().map { beside("% \(Self.literal($0))%") + " AND " }.joined()
        return rest + """
            (NOT \(beside("% \(literal)% \(literal)%")) OR NOT EXISTS (
                SELECT 1 FROM person_word AS other
                WHERE other.person = one.person AND other.word >= \(bind(.text(word))) AND other.word < one.word))
            """
    }

    /// The pattern is an expression, since SQLite plans a statement anew whenever a value that is a pattern by itself changes.
    private mutating func beside(_ pattern: String) -> String {
        "one.words LIKE ('' || \(bind(.text(pattern)))) ESCAPE '!'"
    }

    /// A word in a pattern of LIKE.
    private static func literal(_ word: String) -> String {
        var pattern = ""
        for scalar in word.unicodeScalars {
            if ["!", "%", "_"].contains(scalar) { pattern += "!" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern
    }

    private mutating func has(_ word: String, person: String) -> String {
        let range = range(word, of: "other.word")
        return "EXISTS (SELECT 1 FROM person_word AS other WHERE other.person = \(person) AND \(range))"
    }

    private mutating func range(_ word: String, of column: String) -> String {
        let (from, to) = (bind(.text(word)), bind(.text(word + "\u{10FFFF}")))
        return "\(column) >= \(from) AND \(column) < \(to)"
    }

    private func isCommon(_ word: String, on connection: any Connection) throws -> Bool {
        guard many > 0 else { return true }
        let last = "SELECT 1 AS one FROM person_word WHERE word >= $1 AND word < $2 LIMIT 1 OFFSET \(many - 1)"
        return try connection.first(last, word, word + "\u{10FFFF}") != nil
    }
}
