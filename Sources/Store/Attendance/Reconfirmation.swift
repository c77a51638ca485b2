import Classroom

extension Reconfirmation {
    init(_ row: Row) throws {
        self.init(id: try row.identifier("id"), at: try row.instant("at"), ends: try row.instant("ends_at"))
    }
}

extension Reconfirmed {
    init(_ row: Row) throws {
        self.init(
            at: try row.instant("at"), doubt: try row.optionalWord("doubt"), isLate: try row.flag("is_late"),
            distance: try row.optionalReal("distance"))
    }
}

extension Connection {
    /// The latest question at a class; `nil` if there is none.
    func reconfirmation(of session: Identifier) throws -> Reconfirmation? {
        try first(
            "SELECT id, at, ends_at FROM reconfirmation WHERE class = $1 AND is_withdrawn = 0 ORDER BY at DESC, id LIMIT 1",
            session
        ).map(Reconfirmation.init)
    }

    /// The latest question at each of these classes where there is one, with the answers by student.
    func reconfirmations(
        of sessions: [Identifier]
    ) throws -> [Identifier: (asked: Reconfirmation, answers: [Identifier: Reconfirmed])] {
        let latest = try byClass(
            """
            SELECT class, id, at, ends_at FROM reconfirmation WHERE class IN $list AND is_withdrawn = 0 ORDER BY at DESC, id
            """, sessions.map { [$0.sqlValue] }
        ).compactMapValues { try $0.first.map(Reconfirmation.init) }
        let answers = try Dictionary(
            grouping: found(
                """
                SELECT reconfirmation, person, at, doubt, is_late, distance FROM reconfirmed WHERE reconfirmation IN $list
                """, latest.values.map { [$0.id.sqlValue] })
        ) { try $0.identifier("reconfirmation") }
        return try latest.mapValues { asked in
            let own = try (answers[asked.id] ?? []).map { (try $0.identifier("person"), try Reconfirmed($0)) }
            return (asked, Dictionary(own) { first, _ in first })
        }
    }
}

extension Store {
    /// The latest question at a class, with the answers by student.
    public func reconfirmation(
        of session: Identifier
    ) async throws -> (asked: Reconfirmation, answers: [Identifier: Reconfirmed])? {
        try await database.read { try $0.reconfirmations(of: [session])[session] }
    }

    /// The latest question at a class, with a student's answer.
    public func reconfirmation(
        of session: Identifier, for student: Identifier
    ) async throws -> (asked: Reconfirmation, answer: Reconfirmed?)? {
        try await database.read { connection in
            guard let asked = try connection.reconfirmation(of: session) else { return nil }
            let answer = try connection.first(
                "SELECT at, doubt, is_late, distance FROM reconfirmed WHERE reconfirmation = $1 AND person = $2",
                asked.id, student)
            return (asked, try answer.map(Reconfirmed.init))
        }
    }
}
