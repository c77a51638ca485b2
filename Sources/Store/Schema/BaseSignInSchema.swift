extension BaseSchema {
    /// Sign-in tables are not derived from the journal, since many people may read the journal.
    static func signIn(_ types: ColumnTypes) -> [String] {
        codes(types) + [
            """
            CREATE TABLE sign_in (
                hash \(types.key) PRIMARY KEY,
                key_hash \(types.key) REFERENCES sign_in_key (hash),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                code \(types.key) REFERENCES sign_in_code (hash),
                made_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX sign_in_by_code ON sign_in (code)",
            "CREATE INDEX sign_in_by_expiry ON sign_in (expires_at)",
            "CREATE INDEX sign_in_by_person ON sign_in (person)",
            """
            CREATE TABLE watch_link (
                hash \(types.key) PRIMARY KEY,
                key_hash \(types.key) NOT NULL REFERENCES sign_in_key (hash),
                id \(types.identifier) NOT NULL UNIQUE,
                person \(types.identifier) NOT NULL REFERENCES person (id),
                name TEXT NOT NULL CHECK (name <> ''),
                made_at BIGINT NOT NULL,
                last_used_on TEXT,
                revoked_at BIGINT,
                revoked_by \(types.identifier) REFERENCES person (id),
                revoked_way TEXT CHECK (revoked_way IN ('app', 'command')),
                CHECK ((revoked_at IS NULL) = (revoked_way IS NULL))
            )
            """,
            "CREATE INDEX watch_link_by_person ON watch_link (person, made_at, id)",
            """
            CREATE TABLE push_subscription (
                hash \(types.key) PRIMARY KEY,
                endpoint TEXT NOT NULL CHECK (endpoint <> ''),
                public_key \(types.bytes) NOT NULL,
                auth \(types.bytes) NOT NULL,
                site TEXT NOT NULL,
                person \(types.identifier) NOT NULL REFERENCES person (id),
                sign_in \(types.key) NOT NULL REFERENCES sign_in (hash) ON DELETE CASCADE ON UPDATE CASCADE,
                made_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX push_subscription_by_person ON push_subscription (person, made_at, hash)",
            "CREATE INDEX push_subscription_by_sign_in ON push_subscription (sign_in)",
        ]
    }

    private static func codes(_ types: ColumnTypes) -> [String] {
        [
            "CREATE TABLE sign_in_key (hash \(types.key) PRIMARY KEY, made_at BIGINT NOT NULL)",
            """
            CREATE TABLE sign_in_code (
                hash \(types.key) PRIMARY KEY,
                key_hash \(types.key) REFERENCES sign_in_key (hash),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                made_at BIGINT NOT NULL,
                made_by \(types.identifier) REFERENCES person (id),
                made_way TEXT CHECK (made_way IN ('app', 'command')),
                revoked_at BIGINT,
                revoked_by \(types.identifier) REFERENCES person (id),
                revoked_way TEXT CHECK (revoked_way IN ('app', 'command')),
                first_used_at BIGINT,
                last_used_at BIGINT,
                ends_at BIGINT
            )
            """,
            "CREATE INDEX sign_in_code_by_person ON sign_in_code (person, made_at, hash)",
        ]
    }
}
