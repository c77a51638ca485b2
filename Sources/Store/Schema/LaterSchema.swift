/// What the schema has gained since `BaseSchema`.
enum LaterSchema {
    /// Version of the schema after all of it.
    static let version = 19

    /// Statements of each migration after `BaseSchema`.
    static func migrations(_ types: ColumnTypes) -> [[String]] {
        [
            [
                """
                CREATE TABLE school (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    name TEXT NOT NULL CHECK (name <> ''),
                    time_zone TEXT NOT NULL CHECK (time_zone <> ''),
                    saved_at BIGINT NOT NULL
                )
                """
            ],
            [
                "DROP INDEX entry_by_event",
                """
                CREATE INDEX entry_by_event ON entry (class, happened_at, sequence)
                WHERE kind IN ('class.started', 'class.paused', 'class.resumed', 'class.saved', 'class.deleted',
                    'class.restored', 'attendance.opened', 'attendance.closed', 'class.unscheduled')
                """,
            ],
            [
                "ALTER TABLE class ADD COLUMN began_at BIGINT",
                "ALTER TABLE class ADD COLUMN plan_at BIGINT",
                "UPDATE class SET began_at = started_at WHERE course IS NULL",
                "DROP INDEX entry_by_event",
                """
                CREATE INDEX entry_by_event ON entry (class, happened_at, sequence)
                WHERE kind IN ('class.started', 'class.paused', 'class.resumed', 'class.saved', 'class.deleted',
                    'class.restored', 'attendance.opened', 'attendance.closed', 'class.unscheduled', 'class.recorded',
                    'class.corrected')
                """,
            ],
        ]
    }
}
