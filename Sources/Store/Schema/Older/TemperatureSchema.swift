extension Schema {
    /// Outside temperature.
    static func version6(_ types: ColumnTypes) -> [String] {
        [
            """
            ALTER TABLE class ADD COLUMN temperature DOUBLE PRECISION CHECK (temperature BETWEEN -90 AND 60)
            """,
            """
            CREATE INDEX class_without_temperature ON class (started_at)
            WHERE phase IN ('running', 'paused') AND temperature IS NULL
            """,
        ]
    }
}
