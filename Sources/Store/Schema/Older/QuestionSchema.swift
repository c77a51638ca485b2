extension Schema {
    /// Questions asked in class.
    static func version4(_ types: ColumnTypes) -> [String] {
        [
            "ALTER TABLE course ADD COLUMN askers TEXT NOT NULL DEFAULT 'enrolled' CHECK (askers IN ('enrolled', 'present'))",
            """
            CREATE TABLE question (
                id \(types.key) PRIMARY KEY,
                class \(types.key) NOT NULL REFERENCES class (id),
                asker \(types.key) NOT NULL REFERENCES person (id),
                text TEXT NOT NULL CHECK (text <> ''),
                is_anonymous INTEGER NOT NULL CHECK (is_anonymous IN (0, 1)),
                asked_at BIGINT NOT NULL,
                votes BIGINT NOT NULL,
                is_answered INTEGER NOT NULL CHECK (is_answered IN (0, 1)),
                turned_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX question_by_rank ON question (class, is_answered, (-votes), asked_at, id)",
            "CREATE INDEX question_by_asker ON question (asker)",
            """
            CREATE TABLE question_vote (
                question \(types.key) NOT NULL REFERENCES question (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                vote INTEGER NOT NULL CHECK (vote IN (-1, 0, 1)),
                at BIGINT NOT NULL,
                PRIMARY KEY (question, person)
            )
            """,
        ]
    }
}
