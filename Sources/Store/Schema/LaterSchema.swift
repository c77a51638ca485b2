/// What the schema has gained since `BaseSchema`.
enum LaterSchema {
    /// Version of the schema after all of it.
    static let version = 17

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
            ]
        ]
    }
}
