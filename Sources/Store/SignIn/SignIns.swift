import Classroom

extension Store {
    /// How long a device stays signed in: a year, in milliseconds.
    public static let signInTime: Int64 = 366 * 86_400_000

    /// Makes a sign-in code for a person. The code is readable only now.
    ///
    /// - Parameter replacing: revokes the person's earlier codes first.
    public func makeSignInCode(for person: Identifier, replacing: Bool, now: Instant = .now) async throws -> SignInCode
    {
        let code = SignInCode.make()
        try await writer.write { connection in
            guard try connection.first("SELECT id FROM person WHERE id = $1", person) != nil else {
                throw Problem.notFound
            }
            if replacing { try Self.revoke(person, connection, now) }
            try connection.run(
                "INSERT INTO sign_in_code (hash, person, made_at) VALUES ($1, $2, $3)", code.hash, person, now)
        }
        return code
    }

    /// Revokes a person's codes, and ends all their sign-ins and tokens.
    public func revokeSignInCodes(of person: Identifier, now: Instant = .now) async throws {
        try await writer.write { try Self.revoke(person, $0, now) }
    }

    private static func revoke(_ person: Identifier, _ connection: any Connection, _ now: Instant) throws {
        try connection.run("DELETE FROM sign_in WHERE person = $1", person)
        try connection.run(
            "UPDATE sign_in_code SET revoked_at = $2 WHERE person = $1 AND revoked_at IS NULL", person, now)
    }

    /// People of a role on the roster without a sign-in code.
    public func peopleWithoutCode(_ role: Role?) async throws -> [Person] {
        try await database.read { connection in
            try connection.rows(
                Person.select + """
                     WHERE is_active = 1 AND roster_group > 0 AND role = COALESCE($1, role) AND NOT EXISTS (
                        SELECT 1 FROM sign_in_code WHERE person = person.id AND revoked_at IS NULL)
                    ORDER BY roster_group, person.name_key, person.id
                    """, role?.rawValue
            ).map(Person.init)
        }
    }

    /// Number of a person's valid codes.
    public func codeCount(of person: Identifier) async throws -> Int {
        try await database.read { connection in
            let row = try connection.first(
                "SELECT COUNT(*) AS codes FROM sign_in_code WHERE person = $1 AND revoked_at IS NULL", person)
            return Int(try row?.integer("codes") ?? 0)
        }
    }

    /// Signs a device in with a code; `nil` if the code is unknown, revoked or of an inactive person.
    public func signIn(with code: SignInCode, now: Instant = .now) async throws -> SignInToken? {
        let token = SignInToken.make()
        return try await writer.write { connection in
            let row = try connection.first(
                """
                SELECT person.id FROM sign_in_code JOIN person ON person.id = sign_in_code.person
                WHERE sign_in_code.hash = $1 AND revoked_at IS NULL AND is_active = 1
                """, code.hash)
            guard let person = try row?.identifier("id") else { return nil }
            try connection.run("DELETE FROM sign_in WHERE expires_at < $1", now)
            try Self.insert(token, person, code: code.hash, connection, now)
            return token
        }
    }

    /// Makes a token for a program that acts for a person.
    public func makeToken(for person: Identifier, now: Instant = .now) async throws -> SignInToken {
        let token = SignInToken.make()
        try await writer.write { try Self.insert(token, person, code: nil, $0, now) }
        return token
    }

    private static func insert(
        _ token: SignInToken, _ person: Identifier, code: String?, _ connection: any Connection, _ now: Instant
    ) throws {
        try connection.run(
            "INSERT INTO sign_in (hash, person, code, made_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
            token.hash, person, code, now, now.adding(milliseconds: signInTime))
    }

    /// Person signed in by a token; `nil` for nobody or an inactive person.
    public func person(signedInBy token: SignInToken, now: Instant = .now) async throws -> Person? {
        try await database.read { connection in
            try connection.first(
                Person.select + " JOIN sign_in ON sign_in.person = person.id"
                    + " WHERE sign_in.hash = $1 AND sign_in.expires_at > $2 AND is_active = 1", token.hash, now
            ).map(Person.init)
        }
    }

    public func signOut(_ token: SignInToken) async throws {
        try await writer.write { _ = try $0.run("DELETE FROM sign_in WHERE hash = $1", token.hash) }
    }
}
