import Classroom

extension Maker {
    /// Whether the book, as it is now, has the maker among its owners. Whoever runs commands beside it is above them.
    func isOwner(on connection: any Connection) throws -> Bool {
        guard let person else { return true }
        return try connection.first(
            "SELECT id FROM person WHERE id = $1 AND is_owner = 1 AND is_active = 1", person) != nil
    }
}

extension Incoming {
    /// Entry by which the server makes somebody an owner of the book.
    static func appointing(_ person: Identifier, at: Instant, now: Instant) throws -> Incoming {
        let fields = [Field("person", .text(person.text)), Field("isOwner", .flag(true))]
        let posted = PostedEntry(id: .make(at: now), kind: .personRoleChanged, at: at, fields: fields)
        return Incoming(try IncomingEntry(posted, device: .server, now: now), by: .host, now: now)
    }
}

extension Store {
    /// Makes every active instructor of a book that has no owner one, as in a book from before there were owners: so
    /// nobody loses what they could do.
    func appointOwners(now: Instant) async throws {
        guard try await database.read({ try Self.instructorsWithoutOwner($0) }).isEmpty == false else { return }
        _ = try await writer.write { connection in
            let people = try Self.instructorsWithoutOwner(connection)
            let entries = try people.map { try Incoming.appointing($0, at: now, now: now) }
            let results = try JournalGroup.append(entries, on: connection)
            if let problems = results.first(where: { !$0.problems.isEmpty })?.problems {
                throw Problem.invalid(problems)
            }
        }
    }

    private static func instructorsWithoutOwner(_ connection: any Connection) throws -> [Identifier] {
        if try connection.hasOwner() { return [] }
        return try connection.rows("SELECT id FROM person WHERE role = 'instructor' AND is_active = 1 ORDER BY id")
            .map { try $0.identifier("id") }
    }
}

extension Identifier {
    /// The device of entries that the server makes by itself.
    public static let server = Identifier(high: 0, low: 1)
}

extension Problem {
    /// What is said to an instructor who would have to be an owner.
    public static let ownersOnly = Book.ownersOnly
}

extension Connection {
    /// Whether somebody active keeps the book.
    func hasOwner() throws -> Bool {
        try first("SELECT id FROM person WHERE is_owner = 1 AND is_active = 1 LIMIT 1") != nil
    }

    /// What somebody is here; `nil` if there is no such person, or not any more.
    func role(of person: Identifier) throws -> Role? {
        try first("SELECT role FROM person WHERE id = $1 AND removed_at IS NULL", person).map { try $0.word("role") }
    }
}
