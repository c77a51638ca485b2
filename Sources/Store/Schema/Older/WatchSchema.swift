extension Schema {
    /// Links by which watches mark students present, and an index of the classes in session.
    static func version13(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE watch_link (
                hash \(types.key) PRIMARY KEY,
                key_hash \(types.key) NOT NULL REFERENCES sign_in_key (hash),
                id \(types.key) NOT NULL UNIQUE,
                person \(types.key) NOT NULL REFERENCES person (id),
                name TEXT NOT NULL CHECK (name <> ''),
                made_at BIGINT NOT NULL,
                last_used_on TEXT,
                revoked_at BIGINT,
                revoked_by \(types.key) REFERENCES person (id),
                revoked_way TEXT CHECK (revoked_way IN ('app', 'command')),
                CHECK ((revoked_at IS NULL) = (revoked_way IS NULL))
            )
            """,
            "CREATE INDEX watch_link_by_person ON watch_link (person, made_at, id)",
            "CREATE INDEX class_in_session ON class (course) WHERE phase IN ('running', 'paused')",
        ]
    }
}
