import Classroom

extension Store {
    /// Everybody on the roster in roster order, page by page. People without an ID are not on it.
    public func everybody(after: String?) async throws -> ListPage<Person> {
        var query = RosterQuery()
        query.activity = .all
        query.withoutNew = true
        query.after = after
        query.most = 1000
        return try await roster(query)
    }
}

extension Store {
    /// Whether the book has no people.
    public func hasNobody() async throws -> Bool {
        try await database.read { try $0.first("SELECT id FROM person LIMIT 1") == nil }
    }

    /// Active person with the first student ID in a role.
    public func anybody(_ role: Role) async throws -> Person? {
        try await database.read { connection in
            try connection.first(
                Person.select + """
                     WHERE is_active = 1 AND role = $1 AND student_id IS NOT NULL
                    ORDER BY student_id LIMIT 1
                    """, role.rawValue
            ).map(Person.init)
        }
    }

    /// Person with a student ID or UUID.
    public func person(named text: String) async throws -> Person? {
        try await database.read { connection in
            try connection.first(
                Person.select + " WHERE (student_id = $1 OR person.id = $2) AND removed_at IS NULL", text,
                Identifier(text)
            ).map(Person.init)
        }
    }
}
