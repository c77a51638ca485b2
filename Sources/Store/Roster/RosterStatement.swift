import Classroom

/// SQL statements of a roster query: a part of the list, and the count.
struct RosterStatement {
    private var conditions: [String] = []
    private var values: [SQLValue] = []
    private let query: RosterQuery
    /// Words to be found, the most telling first.
    private let words: [String]

    /// From so many words on that begin alike, people are looked through in the order of the list.
    private let many: Int

    init(_ query: RosterQuery, many: Int = 20_000) {
        (self.query, self.many) = (query, many)
        words = FoldedWords.telling(Array(SearchKey.words([query.search])))
    }

    struct Text {
        let sql: String
        let values: [SQLValue]
        /// Whether each row says how many people there are.
        var isCounting = false
    }

    /// Part of the list, with one extra row, which reveals whether there is a next part.
    ///
    /// - Parameter counting: whether the number of people is asked for as well. It is in the rows where all of them are gone
    ///   through anyway.
    func part(on connection: any Connection, counting: Bool = false) throws -> Text {
        var whole = self
        whole.addFilters()
        try whole.addSeek()
        var active = whole
        active.addActivity()
        let mayCount = counting && query.after == nil && query.present == nil
        let (people, isCounting) = try active.people(on: connection, counting: mayCount)
        guard query.activity == .active, let session = query.present else {
            return Text(sql: people, values: active.values, isCounting: isCounting)
        }
        // Each arm goes along an index of its own, and ends early.
        var inactive = whole
        inactive.values = active.values
        let others = inactive.inactivePeople(at: session)
        let arms = [people, others + inactive.end].map { "SELECT * FROM (\($0)) AS arm" }
        return Text(
            sql: "SELECT * FROM (\(arms.joined(separator: " UNION ALL "))) AS person" + order, values: inactive.values)
    }

    /// Number of people, at most `RosterQuery.mostCounted`.
    func count() -> Text {
        var whole = self
        whole.addFilters()
        whole.addActivity()
        var source = "person"
        if !words.isEmpty { source = isOfWords ? whole.foundAsPeople() : whole.join(whole.found("one.person")) }
        let people = "SELECT 1 FROM \(source)" + whole.wherePart + " LIMIT \(RosterQuery.mostCounted)"
        return Text(sql: "SELECT COUNT(*) AS people FROM (\(people)) AS counted", values: whole.values)
    }

    func cursor(_ row: Row) throws -> Cursor {
        let group = try row.integer("roster_group")
        var values: [SQLValue] = [.integer(query.sort == .studentsFirst ? -group : group)]
        if query.sort == .attended { values.append(.integer(-(try row.integer("attended")))) }
        return Cursor(values + [.text(try row.text("name_key")), try row.identifier("id").sqlValue])
    }

    private var end: String { wherePart + order }

    private var wherePart: String { conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ") }

    private var order: String { " ORDER BY " + columns + " LIMIT \(query.most + 1)" }

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
    /// People who match the search: found by the most telling word, or, where that is common, by going through the list
    /// until enough are found.
    private mutating func people(
        on connection: any Connection, counting: Bool
    ) throws -> (sql: String, isCounting: Bool) {
        guard let word = words.first else { return (Person.select + end, false) }
        if try isCommon(word, on: connection) {
            addWords()
            return (Person.select + end, false)
        }
        // Of the many that one word finds, it is quicker to count no more than are counted.
        let isCounting = counting && words.count > 1
        let count = isCounting ? ", COUNT(*) OVER () AS people" : ""
        guard isOfWords else {
            let source = join(found("one.person"))
            return (Person.select(from: source, and: count) + end, isCounting)
        }
        let part = "SELECT person.id AS person\(count) FROM \(foundAsPeople())" + end
        let people = Person.select(from: "(\(part)) AS found CROSS JOIN person", and: isCounting ? ", people" : "")
        return (people + " WHERE person.id = found.person" + order, isCounting)
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

    /// The rows of the words by which people are found, as a source of people. Nobody has words who was removed.
    private mutating func foundAsPeople() -> String {
        "(\(found("one.person AS id, one.roster_group, one.is_active, one.name_key, NULL AS removed_at"))) AS person"
    }

    /// One row for each of the people who have all words: beside the first are the others.
    private mutating func found(_ columns: String) -> String {
        let word = words.first ?? ""
        let (from, literal) = (range(word, of: "one.word"), Self.literal(word))
        let rest = words.dropFirst().map { " AND " + beside("% \(Self.literal($0))%") }.joined()
        // Of several words that begin alike, the first one.
        let isFirst = """
            (NOT \(beside("% \(literal)% \(literal)%")) OR NOT EXISTS (
                SELECT 1 FROM person_word AS other
                WHERE other.person = one.person AND other.word >= \(bind(.text(word))) AND other.word < one.word))
            """
        return "SELECT \(columns) FROM person_word AS one WHERE " + from + rest + " AND " + isFirst
    }

    private mutating func beside(_ pattern: String) -> String {
        "one.words LIKE \(bind(.text(pattern))) ESCAPE '!'"
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
