extension Schema {
    /// Training log.
    static func version5(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE training (
                id \(types.key) PRIMARY KEY,
                person \(types.key) NOT NULL REFERENCES person (id),
                description TEXT NOT NULL CHECK (description <> ''),
                category TEXT NOT NULL CHECK (category IN ('endurance', 'strength', 'mobility')),
                minutes INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 1440),
                started_at BIGINT NOT NULL,
                is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
                turned_at BIGINT
            )
            """,
            // The index includes all columns that a sum needs, so that sums read nothing else.
            """
            CREATE INDEX training_by_start ON training (person, started_at, id, category, minutes) WHERE is_deleted = 0
            """,
        ]
    }
}
