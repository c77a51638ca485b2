import Classroom

/// What is kept of a sign-in code: who made it and what has become of it, never the code.
public struct SignInCodeRecord: Sendable {
    /// By which way a code was made or revoked.
    public enum Way: String, CaseIterable, Sendable {
        case app
        /// By whoever runs commands beside the book.
        case command
    }

    /// Who did something with it, when, and how.
    public struct Deed: Sendable {
        public let at: Instant
        /// `nil` of commands, and of what was done before it was written down.
        public let by: PersonName?
        public let person: Identifier?
        /// `nil` of what was done before it was written down.
        public let way: Way?
    }

    public let made: Deed
    /// `nil` unless it was.
    public let revoked: Deed?
    public let firstUsed: Instant?
    public let lastUsed: Instant?
    /// Until when a short code is good; `nil` of a card's.
    public let ends: Instant?
    /// Whether it lets its person in, again and again.
    public let isGood: Bool
}

extension Store {
    /// Of a person's codes the newest so many are kept; older ones end.
    public static let mostSignInCodes = 200

    /// Makes a sign-in code for a person. Only now can it be read. For an instructor only an owner makes one, or they do
    /// so themselves.
    ///
    /// - Parameter replacing: revokes the earlier ones first.
    public func makeSignInCode(
        for person: Identifier, replacing: Bool, by maker: Maker = .host, now: Instant = .now
    ) async throws -> SignInCode {
        let (code, key) = (SignInCode.make(), try key())
        try await writer.write { connection in
            try connection.checkMayLetIn(person, maker)
            if replacing { try connection.revokeCodes(of: person, by: maker, now) }
            try connection.run(
                """
                INSERT INTO sign_in_code (hash, key_hash, person, made_at, made_by, made_way)
                VALUES ($1, $2, $3, $4, $5, $6)
                """, key.hash(code.digest), key.fingerprint, person, now, maker.person, maker.way.rawValue)
            try connection.forgetOldCodes(of: person)
        }
        signedIn.empty()
        return code
    }

    /// How long a short code is good: ten minutes, in milliseconds.
    public static let shortCodeTime: Int64 = 600_000

    /// Makes a short code by which a person signs in on another device of theirs: good once, and for ten minutes. It
    /// replaces one that was not used.
    public func makeShortCode(
        for person: Identifier, now: Instant = .now
    ) async throws -> (code: SignInCode, ends: Instant) {
        let (code, key, ends) = (SignInCode.makeShort(), try key(), now.adding(milliseconds: Self.shortCodeTime))
        try await writer.write { connection in
            try connection.run(
                "DELETE FROM sign_in_code WHERE person = $1 AND ends_at IS NOT NULL AND first_used_at IS NULL", person)
            try connection.run(
                """
                INSERT INTO sign_in_code (hash, key_hash, person, made_at, made_by, made_way, ends_at)
                VALUES ($1, $2, $3, $4, $3, $5, $6)
                """, key.hash(code.digest), key.fingerprint, person, now, SignInCodeRecord.Way.app.rawValue, ends)
            try connection.forgetOldCodes(of: person)
        }
        signedIn.empty()
        return (code, ends)
    }

    /// Makes a person's codes and watch links worthless and ends every sign-in and token of theirs; who may, is as for making them.
    public func revokeSignInCodes(of person: Identifier, by maker: Maker = .host, now: Instant = .now) async throws {
        try await writer.write { connection in
            try connection.checkMayLetIn(person, maker)
            try connection.revokeCodes(of: person, by: maker, now)
        }
        signedIn.empty()
    }

    /// The codes of a person, also those that were revoked, the newest first.
    public func signInCodes(of person: Identifier, most: Int = mostSignInCodes) async throws -> [SignInCodeRecord] {
        let fingerprint = try key().fingerprint
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT sign_in_code.*, maker.first_name AS made_first, maker.last_name AS made_last,
                       revoker.first_name AS revoked_first, revoker.last_name AS revoked_last
                FROM sign_in_code LEFT JOIN person AS maker ON maker.id = made_by
                    LEFT JOIN person AS revoker ON revoker.id = revoked_by
                WHERE sign_in_code.person = $1
                ORDER BY sign_in_code.made_at DESC, sign_in_code.hash DESC LIMIT $2
                """, person, most
            ).map { try SignInCodeRecord($0, under: fingerprint) }
        }
    }

    /// The people on the roster of a role who have no sign-in code yet.
    public func peopleWithoutCode(_ role: Role?) async throws -> [Person] {
        let fingerprint = try key().fingerprint
        return try await database.read { connection in
            try connection.rows(
                Person.select + """
                     WHERE is_active = 1 AND roster_group > 0 AND role = COALESCE($1, role) AND NOT EXISTS (
                        SELECT 1 FROM sign_in_code
                        WHERE person = person.id AND revoked_at IS NULL AND ends_at IS NULL AND key_hash = $2)
                    ORDER BY roster_group, person.name_key, person.id
                    """, role?.rawValue, fingerprint
            ).map(Person.init)
        }
    }

    /// How many codes a person could sign in with.
    public func codeCount(of person: Identifier) async throws -> Int {
        let fingerprint = try key().fingerprint
        return try await database.read { connection in
            let row = try connection.first(
                """
                SELECT COUNT(*) AS codes FROM sign_in_code
                WHERE person = $1 AND revoked_at IS NULL AND ends_at IS NULL AND key_hash = $2
                """, person, fingerprint)
            return Int(try row?.integer("codes") ?? 0)
        }
    }
}

extension Maker {
    var way: SignInCodeRecord.Way { person == nil ? .command : .app }
}

extension Connection {
    /// Ends codes of somebody who becomes an instructor: what stays are those from where an instructor's may come, from an
    /// owner, from themselves, or from a command. Any other instructor may have kept one of a student's.
    func endCodes(of person: Identifier, by maker: Maker, now: Instant) throws {
        let others = """
            person = $1 AND revoked_at IS NULL AND (made_way IS NULL OR made_way = 'app' AND made_by <> person
            AND made_by NOT IN (SELECT id FROM person WHERE is_owner = 1 AND is_active = 1))
            """
        try run("DELETE FROM sign_in WHERE code IN (SELECT hash FROM sign_in_code WHERE \(others))", person)
        try run(
            "UPDATE sign_in_code SET revoked_at = $2, revoked_by = $3, revoked_way = $4 WHERE \(others)",
            person, now, maker.person, maker.way.rawValue)
    }
}

extension Connection {
    func checkMayLetIn(_ person: Identifier, _ maker: Maker) throws {
        guard let role = try role(of: person) else { throw Problem.notFound }
        if role == .student || person == maker.person { return }
        if try !maker.isOwner(on: self) { throw Problem.forbidden(Problem.ownersOnly) }
    }

    fileprivate func revokeCodes(of person: Identifier, by maker: Maker, _ now: Instant) throws {
        try run("DELETE FROM sign_in WHERE person = $1", person)
        try run(
            """
            UPDATE sign_in_code SET revoked_at = $2, revoked_by = $3, revoked_way = $4
            WHERE person = $1 AND revoked_at IS NULL
            """, person, now, maker.person, maker.way.rawValue)
        try revokeWatchLinks(of: person, by: maker, now)
    }

    func forgetOldCodes(of person: Identifier) throws {
        let old = """
            person = $1 AND hash NOT IN (SELECT hash FROM sign_in_code WHERE person = $1
            ORDER BY made_at DESC, hash DESC LIMIT \(Store.mostSignInCodes))
            """
        try run("DELETE FROM sign_in WHERE code IN (SELECT hash FROM sign_in_code WHERE \(old))", person)
        try run("DELETE FROM sign_in_code WHERE \(old)", person)
    }
}

extension SignInCodeRecord {
    fileprivate init(_ row: Row, under fingerprint: String) throws {
        guard let made = try Deed("made", row) else { throw UnexpectedValue(column: "made_at", value: nil) }
        self.made = made
        revoked = try Deed("revoked", row)
        firstUsed = try row.optionalInstant("first_used_at")
        lastUsed = try row.optionalInstant("last_used_at")
        ends = try row.optionalInstant("ends_at")
        isGood = try revoked == nil && ends == nil && row.optionalText("key_hash") == fingerprint
    }
}

extension SignInCodeRecord.Deed {
    init?(_ deed: String, _ row: Row) throws {
        guard let at = try row.optionalInstant(deed + "_at") else { return nil }
        self.at = at
        person = try row.optionalIdentifier(deed + "_by")
        by =
            try person == nil
            ? nil : PersonName(first: row.text(deed + "_first"), last: row.text(deed + "_last"))
        way = try row.optionalWord(deed + "_way")
    }
}
