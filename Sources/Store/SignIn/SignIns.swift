import Classroom

extension Store {
    /// How long a device stays signed in: a year, in milliseconds.
    public static let signInTime: Int64 = 366 * 86_400_000

    /// The condition that a code lets its person in at a time, given as $2.
    private static let isGood =
        "revoked_at IS NULL AND is_active = 1 AND (ends_at IS NULL OR ends_at > $2 AND first_used_at IS NULL)"

    /// Whose code it is; `nil` if it is nobody's, revoked, at its end, or of somebody inactive.
    public func holder(of code: SignInCode, now: Instant = .now) async throws -> Person? {
        let hash = try key().hash(code.digest)
        return try await database.read { connection in
            try connection.first(
                Person.select + " JOIN sign_in_code ON sign_in_code.person = person.id"
                    + " WHERE sign_in_code.hash = $1 AND \(Self.isGood)", hash, now
            ).map(Person.init)
        }
    }

    /// Signs a device in with a code; `nil` if the code is nobody's, revoked, at its end, or of somebody inactive.
    public func signIn(with code: SignInCode, now: Instant = .now) async throws -> SignInToken? {
        let (token, key) = (SignInToken.make(), try key())
        let hash = key.hash(code.digest)
        return try await writer.write { connection in
            let row = try connection.first(
                """
                SELECT person.id FROM sign_in_code JOIN person ON person.id = sign_in_code.person
                WHERE sign_in_code.hash = $1 AND \(Self.isGood)
                """, hash, now)
            guard let person = try row?.identifier("id") else { return nil }
            try connection.run("DELETE FROM sign_in WHERE expires_at < $1", now)
            try connection.run(
                """
                UPDATE sign_in_code SET first_used_at = COALESCE(first_used_at, $2), last_used_at = $2 WHERE hash = $1
                """, hash, now)
            try Self.insert(token, person, code: hash, under: key, connection, now)
            return token
        }
    }

    /// Makes a token for a program that acts for a person.
    public func makeToken(for person: Identifier, now: Instant = .now) async throws -> SignInToken {
        let (token, key) = (SignInToken.make(), try key())
        try await writer.write { try Self.insert(token, person, code: nil, under: key, $0, now) }
        return token
    }

    private static func insert(
        _ token: SignInToken, _ person: Identifier, code: String?, under key: SignInKey, _ connection: any Connection,
        _ now: Instant
    ) throws {
        try connection.run(
            "INSERT INTO sign_in (hash, key_hash, person, code, made_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
            key.hash(token.digest), key.fingerprint, person, code, now, now.adding(milliseconds: signInTime))
    }

    /// Person signed in by a token; `nil` for nobody or an inactive person.
    public func person(signedInBy token: SignInToken, now: Instant = .now) async throws -> Person? {
        let hash = try key().hash(token.digest)
        return try await database.rows(
            Person.select + " JOIN sign_in ON sign_in.person = person.id"
                + " WHERE sign_in.hash = $1 AND sign_in.expires_at > $2 AND is_active = 1", hash, now
        ).first.map(Person.init)
    }

    public func signOut(_ token: SignInToken) async throws {
        let hash = try key().hash(token.digest)
        try await writer.write { _ = try $0.run("DELETE FROM sign_in WHERE hash = $1", hash) }
        signedIn.empty()
    }
}
