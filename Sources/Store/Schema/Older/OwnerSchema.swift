extension Schema {
    /// Who keeps the book, who made and revoked sign-in codes and when they were used, and with which keys what lets
    /// people in is hashed.
    static func version9(_ types: ColumnTypes) -> [String] {
        [
            """
            ALTER TABLE person ADD COLUMN is_owner INTEGER NOT NULL DEFAULT 0
            CHECK (is_owner IN (0, 1) AND (is_owner = 0 OR role = 'instructor'))
            """,
            "CREATE INDEX person_owner ON person (id) WHERE is_owner = 1",
            "CREATE TABLE sign_in_key (hash \(types.key) PRIMARY KEY, made_at BIGINT NOT NULL)",
            "ALTER TABLE sign_in_code ADD COLUMN key_hash \(types.key) REFERENCES sign_in_key (hash)",
            "ALTER TABLE sign_in ADD COLUMN key_hash \(types.key) REFERENCES sign_in_key (hash)",
            "ALTER TABLE sign_in_code ADD COLUMN made_by \(types.key) REFERENCES person (id)",
            "ALTER TABLE sign_in_code ADD COLUMN made_way TEXT CHECK (made_way IN ('app', 'command'))",
            "ALTER TABLE sign_in_code ADD COLUMN revoked_by \(types.key) REFERENCES person (id)",
            "ALTER TABLE sign_in_code ADD COLUMN revoked_way TEXT CHECK (revoked_way IN ('app', 'command'))",
            "ALTER TABLE sign_in_code ADD COLUMN first_used_at BIGINT",
            "ALTER TABLE sign_in_code ADD COLUMN last_used_at BIGINT",
            "DROP INDEX sign_in_code_by_person",
            "CREATE INDEX sign_in_code_by_person ON sign_in_code (person, made_at, hash)",
            "CREATE INDEX sign_in_by_person ON sign_in (person)",
        ]
    }
}
