extension Schema {
    /// Codes as evidence, for a course and for one class; marks by code.
    static func version11(_ types: ColumnTypes) -> [String] {
        let words = "('location', 'code', 'any', 'all', 'instructor')"
        return [
            // A column with its own CHECK can be dropped; the CHECK cannot be changed.
            "ALTER TABLE course ADD COLUMN evidence_of_11 TEXT NOT NULL DEFAULT 'location'"
                + " CHECK (evidence_of_11 IN \(words))",
            "UPDATE course SET evidence_of_11 = evidence",
            "ALTER TABLE course DROP COLUMN evidence",
            "ALTER TABLE course RENAME COLUMN evidence_of_11 TO evidence",
            "ALTER TABLE class ADD COLUMN evidence TEXT CHECK (evidence IN \(words))",
        ] + marksByCode(types)
    }

    private static func marksByCode(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE mark_of_11 (
                class \(types.key) NOT NULL REFERENCES class (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                is_present INTEGER NOT NULL CHECK (is_present IN (0, 1)),
                doubt TEXT CHECK (doubt IN ('noPosition', 'noFence', 'noCode', 'borderline', 'late', 'early', 'closed',
                                            'cleared')),
                at BIGINT NOT NULL,
                how TEXT NOT NULL CHECK (how IN ('instructor', 'location', 'code', 'location and code')),
                distance BIGINT CHECK (distance >= 0),
                accuracy DOUBLE PRECISION CHECK (accuracy >= 0),
                maker \(types.key) NOT NULL REFERENCES person (id),
                PRIMARY KEY (class, person),
                CHECK (doubt IS NULL OR is_present = 0)
            )
            """,
            """
            INSERT INTO mark_of_11 (class, person, is_present, doubt, at, how, distance, accuracy, maker)
            SELECT class, person, is_present, doubt, at, how, distance, accuracy, maker FROM mark
            """,
            "DROP TABLE mark",
            "ALTER TABLE mark_of_11 RENAME TO mark",
            "CREATE INDEX mark_by_person ON mark (person, is_present)",
        ]
    }
}
