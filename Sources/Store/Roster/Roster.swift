import Classroom

extension RosterQuery {
    public init() {
        self.init(now: .now)
    }
}

extension Store {
    /// People in roster order: new people, then instructors, then students, or the other way round, each sorted as
    /// requested.
    public func roster(_ query: RosterQuery) async throws -> ListPage<Person> {
        try await database.read { connection in
            let statement = RosterStatement(query)
            let text = try statement.part(on: connection)
            return try Self.part(of: query, statement, try connection.rows(text.sql, values: text.values))
        }
    }

    /// The same, and how many people match the query, at most `query.mostCounted`.
    public func countedRoster(_ query: RosterQuery) async throws -> (part: ListPage<Person>, count: Int) {
        try await database.read { connection in
            let statement = RosterStatement(query)
            let text = try statement.part(on: connection)
            let rows = try connection.rows(text.sql, values: text.values)
            let part = try Self.part(of: query, statement, rows)
            let isAll = query.after == nil && (rows.count <= query.most || rows.count == query.mostCounted)
            guard !isAll else { return (part, rows.count) }
            let count = try statement.count(on: connection)
            return (part, Int(try connection.first(count.sql, values: count.values)?.integer("people") ?? 0))
        }
    }

    private static func part(
        of query: RosterQuery, _ statement: RosterStatement, _ rows: [Row]
    ) throws -> ListPage<Person> {
        let shown = rows.prefix(query.most)
        let next = try rows.count > query.most ? shown.last.map(statement.cursor) : nil
        return ListPage(elements: try shown.map(Person.init), next: next)
    }

    /// People by their identifiers, in the order of their names; those whom there are not are left out.
    public func people(_ ids: [Identifier]) async throws -> [Person] {
        try await database.read { connection in
            let rows = try connection.found(
                Person.select + " WHERE person.id IN $list AND removed_at IS NULL", ids.map { [$0.sqlValue] })
            return try rows.map(Person.init).sorted { ($0.name.key, $0.id) < ($1.name.key, $1.id) }
        }
    }

    /// - Parameter orRemoved: also somebody who was removed by mistake and can still be put back.
    public func person(_ id: Identifier, orRemoved: Bool = false, now: Instant = .now) async throws -> Person {
        let row = try await database.read { connection in
            try connection.first(Person.select + " WHERE person.id = $1", id)
        }
        guard let person = try row.map(Person.init) else { throw Problem.notFound }
        if let removal = person.removal, !orRemoved || removal.into != nil || removal.ends <= now {
            throw Problem.notFound
        }
        return person
    }

    /// Student ID to suggest for the next new person; `nil` when eight digits are used up.
    public func nextStudentID() async throws -> String? {
        try await database.read { StudentID.next(after: try $0.largestStudentNumber()) }
    }
}

extension PersonName {
    init(_ row: Row) throws {
        self.init(first: try row.text("first_name"), last: try row.text("last_name"))
    }
}

extension Connection {
    /// Largest eight-digit student ID in use; `nil` if none.
    func largestStudentNumber() throws -> String? {
        try first("SELECT MAX(student_number) AS largest FROM person WHERE student_number IS NOT NULL")?
            .optionalInteger("largest").map { padded($0, 8) }
    }

    func first(_ sql: String, values: [SQLValue]) throws -> Row? {
        try rows(sql, values: values).first
    }
}

extension Person {
    static let select = select(from: "person")

    /// - Parameter source: tables, `person` among them.
    static func select(from source: String) -> String {
        select(from: source, and: "")
    }

    /// With what instructors know of them.
    static let selectWithDetails = select(from: PersonDetails.source, and: ", " + PersonDetails.columns)

    /// - Parameter columns: others, each after a comma.
    static func select(from source: String, and columns: String) -> String {
        """
        SELECT person.id, first_name, last_name, student_id, role, is_owner, github, type, joined, is_active, picture,
               attended, removed_at, removed_id, was_active, merged_into, gifts, gift_tags, others, roster_group, person.name_key, student_type.name AS type_name\(columns)
        FROM \(source) LEFT JOIN student_type ON student_type.id = person.type AND student_type.is_deleted = 0
        """
    }

    convenience init(_ row: Row) throws {
        let typeName = try row.optionalText("type_name")
        let name = try PersonName(row)
        self.init(
            id: try row.identifier("id"),
            name: name,
            initials: name.initials,
            studentID: try row.optionalText("student_id"),
            role: try row.word("role"),
            isOwner: try row.flag("is_owner"),
            github: try row.text("github"),
            type: typeName == nil ? nil : try row.optionalIdentifier("type"),
            typeName: typeName,
            joined: try row.text("joined"),
            isActive: try row.flag("is_active"),
            picture: try row.optionalText("picture"),
            attended: Int(try row.integer("attended")),
            removal: try PersonRemoval(row),
            others: try row.identifiers("others"))
    }
}
