import Classroom

extension Store {
    public func details(of person: Identifier) async throws -> PersonDetails {
        let row = try await database.read { connection in
            try connection.first(
                "SELECT \(PersonDetails.columns) FROM \(PersonDetails.source) WHERE person.id = $1", person)
        }
        return try row.map(PersonDetails.init) ?? PersonDetails(email: "", phone: "", note: "", tags: [])
    }

    /// What is known of people, of those of whom anything is.
    public func details(of people: [Identifier]) async throws -> [Identifier: PersonDetails] {
        try await database.read { try $0.details(of: people) }
    }

    /// Tags of those people who have any.
    public func tags(of people: [Identifier]) async throws -> [Identifier: [String]] {
        try await database.read { connection in
            let rows = try connection.found(
                "SELECT person, tags FROM person_detail WHERE tags <> '' AND person IN $list",
                people.map { [$0.sqlValue] })
            return Dictionary(
                try rows.map { (try $0.identifier("person"), PersonDetails.tags(try $0.text("tags"))) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Tags that are in use, in the order of their bytes, at most 100. Goes from one to the next along the index, however
    /// many people have them.
    public func knownTags() async throws -> [String] {
        try await database.rows(
            """
            WITH RECURSIVE known (tag) AS (
                SELECT MIN(tag) FROM person_tag
                UNION ALL
                SELECT (SELECT MIN(next.tag) FROM person_tag AS next WHERE next.tag > known.tag)
                FROM known WHERE known.tag IS NOT NULL
            )
            SELECT tag FROM known WHERE tag IS NOT NULL AND EXISTS (
                SELECT 1 FROM person_tag AS one JOIN person ON person.id = one.person
                WHERE one.tag = known.tag AND removed_at IS NULL)
            LIMIT 100
            """
        ).map { try $0.text("tag") }
    }
}

extension Connection {
    func details(of people: [Identifier]) throws -> [Identifier: PersonDetails] {
        let rows = try found(
            """
            SELECT person.id AS person, \(PersonDetails.columns) FROM \(PersonDetails.source)
            WHERE person.id IN $list AND (person_detail.person IS NOT NULL OR registration.person IS NOT NULL)
            """, people.map { [$0.sqlValue] })
        return Dictionary(
            try rows.map { (try $0.identifier("person"), try PersonDetails($0)) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension PersonDetails {
    static let columns = """
        COALESCE(person_detail.email, registration.email, '') AS detail_email, phone, note, tags
        """
    static let source = "person \(join)"
    static let join = """
        LEFT JOIN person_detail ON person_detail.person = person.id LEFT JOIN registration ON registration.person = person.id
        """

    init(_ row: Row) throws {
        self.init(
            email: try row.text("detail_email"), phone: try row.optionalText("phone") ?? "",
            note: try row.optionalText("note") ?? "", tags: Self.tags(try row.optionalText("tags") ?? ""))
    }

    /// Tags have no line feeds, which separate them.
    static func tags(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}

extension RowTable where R == PersonDetailsRow {
    static let details = RowTable(
        name: "person_detail", key: ["person"], columns: ["email", "phone", "note", "tags"],
        keyValues: { [$0.sqlValue] },
        read: { row in
            var details = PersonDetailsRow(person: try row.identifier("person"))
            details.email = try row.optionalText("email")
            (details.phone, details.note) = try (row.text("phone"), row.text("note"))
            details.tags = PersonDetails.tags(try row.text("tags"))
            return details
        },
        values: {
            [$0.email.sqlValue, $0.phone.sqlValue, $0.note.sqlValue, $0.tags.joined(separator: "\n").sqlValue]
        })
}

extension Connection {
    /// Saves what is known of people, with their tags by which those in use are found.
    func save(details changes: [(stored: PersonDetailsRow?, now: PersonDetailsRow?)]) throws {
        try save(changes, in: .details)
        let tagged = changes.filter { $0.stored?.tags ?? [] != $0.now?.tags ?? [] }
        try run(
            "DELETE FROM person_tag WHERE person IN $list",
            for: tagged.compactMap { $0.now.map { [$0.person.sqlValue] } })
        try insert(
            into: "person_tag (tag, person)",
            tagged.compactMap(\.now).flatMap { row in row.tags.map { [$0.sqlValue, row.person.sqlValue] } })
    }
}
