import Classroom

/// SQL statement of a roster query.
struct RosterStatement {
    private var conditions: [String] = []
    private(set) var conditionValues: [SQLValue] = []
    private var seek: String?
    private var seekValues: [SQLValue] = []
    private let query: RosterQuery

    init(_ query: RosterQuery) throws {
        self.query = query
        addFilters()
        addWords()
        try addSeek()
    }

    /// Statement with a limit of one extra row, which reveals whether there is a next page.
    var sql: String {
        Person.select + wherePart(conditions + (seek.map { [$0] } ?? [])) + " ORDER BY " + order
            + " LIMIT \(query.most + 1)"
    }

    var values: [SQLValue] { conditionValues + seekValues }

    var count: String { "SELECT COUNT(*) AS people FROM person" + wherePart(conditions) }

    func cursor(_ row: Row) throws -> Cursor {
        var values: [SQLValue] = [.integer(try row.integer("roster_group"))]
        if query.sort == .attended { values.append(.integer(-(try row.integer("attended")))) }
        return Cursor(values + [.text(try row.text("name_key")), .text(try row.text("id"))])
    }

    private func wherePart(_ conditions: [String]) -> String {
        conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    private var order: String {
        switch query.sort {
        case .name: "roster_group, person.name_key, person.id"
        case .attended: "roster_group, -attended, person.name_key, person.id"
        }
    }

    private mutating func addFilters() {
        switch query.activity {
        case .active: conditions.append(active)
        case .inactive: conditions.append("is_active = 0")
        case .all: break
        }
        if query.withoutNew { conditions.append("roster_group > 0") }
        if let type = query.type { conditions.append("type = " + bind(type.sqlValue)) }
    }

    private var active: String {
        mutating get {
            guard let session = query.present else { return "is_active = 1" }
            let present = "SELECT person FROM mark WHERE is_present = 1 AND class = " + bind(session.sqlValue)
            return "(is_active = 1 OR person.id IN (\(present)))"
        }
    }

    private mutating func addWords() {
        for word in SearchKey.words([query.search]).sorted().prefix(5) {
            let (from, to) = (bind(.text(word)), bind(.text(word + "\u{10FFFF}")))
            conditions.append(
                "person.id IN (SELECT person FROM person_word WHERE word >= \(from) AND word < \(to))")
        }
    }

    private mutating func addSeek() throws {
        guard let after = query.after else { return }
        let pattern: [CursorPart] =
            query.sort == .name ? [.integer, .text, .text] : [.integer, .integer, .text, .text]
        let cursor = try Cursor(reading: after, like: pattern)
        let first = conditionValues.count + 1
        let names = cursor.values.indices.map { "$\(first + $0)" }.joined(separator: ", ")
        let columns =
            query.sort == .name
            ? "(roster_group, person.name_key, person.id)"
            : "(roster_group, -attended, person.name_key, person.id)"
        seek = "\(columns) > (\(names))"
        seekValues = cursor.values
    }

    private mutating func bind(_ value: SQLValue) -> String {
        conditionValues.append(value)
        return "$\(conditionValues.count)"
    }
}
