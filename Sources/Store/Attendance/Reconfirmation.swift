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

    /// The latest question at a class, with the answers by student; `nil` if there is none.
    func reconfirmed(at session: Identifier) throws -> (asked: Reconfirmation, answers: [Identifier: Reconfirmed])? {
        guard let asked = try reconfirmation(of: session) else { return nil }
        let rows = try rows(
            "SELECT person, at, doubt, is_late, distance FROM reconfirmed WHERE reconfirmation = $1", asked.id)
        let answers = try rows.map { (try $0.identifier("person"), try Reconfirmed($0)) }
        return (asked, Dictionary(answers) { first, _ in first })
    }
}

extension Store {
    /// The latest question at a class, with the answers by student.
    public func reconfirmation(
        of session: Identifier
    ) async throws -> (asked: Reconfirmation, answers: [Identifier: Reconfirmed])? {
        try await database.read { try $0.reconfirmed(at: session) }
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
