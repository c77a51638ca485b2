extension Schema {
    /// Until when a sign-in code is good that is good once only.
    static func version10(_ types: ColumnTypes) -> [String] {
        ["ALTER TABLE sign_in_code ADD COLUMN ends_at BIGINT"]
    }
}
