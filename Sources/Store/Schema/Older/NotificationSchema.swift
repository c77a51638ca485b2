extension Schema {
    /// Who was near a class before it began, who wants to be told of what, and where push messages go.
    static func version14(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE nearby (
                class \(types.key) NOT NULL REFERENCES class (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                at BIGINT NOT NULL,
                is_inside INTEGER NOT NULL CHECK (is_inside IN (0, 1)),
                PRIMARY KEY (class, person)
            )
            """,
            """
            CREATE TABLE notification_choice (
                person \(types.key) NOT NULL REFERENCES person (id),
                topic TEXT NOT NULL CHECK (topic IN ('marks', 'starts', 'reconfirm', 'changes')),
                is_wanted INTEGER NOT NULL CHECK (is_wanted IN (0, 1)),
                at BIGINT NOT NULL,
                PRIMARY KEY (person, topic)
            )
            """,
            """
            CREATE TABLE push_subscription (
                hash \(types.key) PRIMARY KEY,
                endpoint TEXT NOT NULL CHECK (endpoint <> ''),
                public_key \(types.bytes) NOT NULL,
                auth \(types.bytes) NOT NULL,
                site TEXT NOT NULL,
                person \(types.key) NOT NULL REFERENCES person (id),
                sign_in \(types.key) NOT NULL REFERENCES sign_in (hash) ON DELETE CASCADE ON UPDATE CASCADE,
                made_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX push_subscription_by_person ON push_subscription (person, made_at, hash)",
            "CREATE INDEX push_subscription_by_sign_in ON push_subscription (sign_in)",
        ]
    }
}
