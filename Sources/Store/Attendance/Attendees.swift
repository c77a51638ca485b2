import Classroom

extension Store {
    /// People present at a class, by name; at most 1,000.
    public func attendees(of session: Identifier) async throws -> [Person] {
        try await database.read { connection in
            try connection.rows(
                Person.select + """
                     JOIN mark ON mark.person = person.id
                    WHERE mark.class = $1 AND mark.is_present = 1 ORDER BY person.name_key, person.id LIMIT 1000
                    """, session
            ).map(Person.init)
        }
    }

    /// Identifiers of the people present at a class.
    public func present(at session: Identifier) async throws -> Set<Identifier> {
        try await database.read { connection in
            Set(
                try connection.rows("SELECT person FROM mark WHERE class = $1 AND is_present = 1", session)
                    .map { try $0.identifier("person") })
        }
    }
}
