import Classroom

extension Schema {
    /// The trusted time of every entry; claims that wait since they came early or while attendance was closed.
    ///
    /// `mark` is made anew, since SQLite changes no CHECK of a table that is there.
    static func version8(_ types: ColumnTypes) -> [String] {
        [
            "ALTER TABLE entry ADD COLUMN happened_at BIGINT NOT NULL DEFAULT 0",
            "UPDATE entry SET happened_at = at",
            "DROP INDEX entry_by_event",
            "DROP INDEX entry_by_claim",
            "CREATE INDEX entry_by_event ON entry (class, happened_at, sequence) WHERE \(BaseSchema.isEvent)",
            """
            CREATE INDEX entry_by_word ON entry (class, person, happened_at, sequence)
            WHERE kind IN ('attendance.claimed', 'attendance.marked', 'attendance.cleared', 'attendance.withdrawn')
            """,
        ] + marks(types)
    }

    private static func marks(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE mark_of_8 (
                class \(types.key) NOT NULL REFERENCES class (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                is_present INTEGER NOT NULL CHECK (is_present IN (0, 1)),
                doubt TEXT CHECK (doubt IN ('noPosition', 'noFence', 'borderline', 'late', 'early', 'closed', 'cleared')),
                at BIGINT NOT NULL,
                how TEXT NOT NULL CHECK (how IN ('instructor', 'location')),
                distance BIGINT CHECK (distance >= 0),
                accuracy DOUBLE PRECISION CHECK (accuracy >= 0),
                maker \(types.key) NOT NULL REFERENCES person (id),
                PRIMARY KEY (class, person),
                CHECK (doubt IS NULL OR is_present = 0)
            )
            """,
            """
            INSERT INTO mark_of_8 (class, person, is_present, doubt, at, how, distance, accuracy, maker)
            SELECT class, person, is_present, doubt, at, how, distance, accuracy, maker FROM mark
            """,
            "DROP TABLE mark",
            "ALTER TABLE mark_of_8 RENAME TO mark",
            "CREATE INDEX mark_by_person ON mark (person, is_present)",
        ]
    }
}
