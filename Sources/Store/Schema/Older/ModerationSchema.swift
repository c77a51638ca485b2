extension Schema {
    /// Questions that an instructor has hidden.
    static func version7(_ types: ColumnTypes) -> [String] {
        [
            "ALTER TABLE question ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1))",
            "ALTER TABLE question ADD COLUMN hidden_at BIGINT",
        ]
    }
}
