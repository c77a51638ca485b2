import Classroom

extension Maker {
    /// Whether the book, as it is now, has the maker among its owners. Whoever runs commands beside it is above them.
    func isOwner(on connection: any Connection) throws -> Bool {
        guard let person else { return true }
        return try connection.first(
            "SELECT id FROM person WHERE id = $1 AND is_owner = 1 AND is_active = 1", person) != nil
    }
}

extension Journal {
    /// Why the maker may not make this entry; `nil` if they may.
    func refusal(of entry: Entry) throws -> FieldProblem? {
        guard maker.may(entry.kind) else {
            return FieldProblem("kind", "forbidden", "Only an instructor can do this.")
        }
        guard try isForOwners(entry), try !maker.isOwner(on: connection) else { return nil }
        return FieldProblem("kind", "forbidden", Problem.ownersOnly)
    }

    /// Who may come in as an instructor is for owners to say.
    private func isForOwners(_ entry: Entry) throws -> Bool {
        switch entry.payload {
        case .personAdded(let added): added.role == .instructor
        case .personActivated(let reference), .personDeactivated(let reference):
            try connection.role(of: reference.person) == .instructor
        default: entry.kind.makers == .owners
        }
    }

    /// The first instructor of a book is its owner, by an entry that says so.
    func appointFirstOwner(after entry: Entry) throws {
        guard case .personAdded(let added) = entry.payload, added.role == .instructor, try !connection.hasOwner()
        else { return }
        try appoint(added.person, at: entry.at)
    }

    func appoint(_ person: Identifier, at: Instant) throws {
        let fields = [Field("person", .text(person.text)), Field("isOwner", .flag(true))]
        let posted = PostedEntry(id: .make(at: now), kind: .personRoleChanged, at: at, fields: fields)
        let result = try Journal(connection: connection, maker: .host, now: now)
            .append(IncomingEntry(posted, device: .server, now: now))
        if !result.problems.isEmpty { throw Problem.invalid(result.problems) }
    }
}

extension Store {
    /// Makes every active instructor of a book that has no owner one, as in a book from before there were owners: so
    /// nobody loses what they could do.
    func appointOwners(now: Instant) async throws {
        guard try await database.read({ try Self.instructorsWithoutOwner($0) }).isEmpty == false else { return }
        try await writer.write { connection in
            let journal = Journal(connection: connection, maker: .host, now: now)
            for person in try Self.instructorsWithoutOwner(connection) { try journal.appoint(person, at: now) }
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
    public static let ownersOnly = "Only an owner of this book can do this."
}

extension Connection {
    /// What somebody is here; `nil` if there is no such person.
    func role(of person: Identifier) throws -> Role? {
        try first("SELECT role FROM person WHERE id = $1", person).map { try $0.word("role") }
    }
}
