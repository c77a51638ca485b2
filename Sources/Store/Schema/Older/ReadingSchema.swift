extension Schema {
    /// Indexes by which pages read no more of a large book than of a small one.
    static func version15(_ types: ColumnTypes) -> [String] {
        [
            // A person's words, to tell whether somebody found by one word has the others.
            "DROP INDEX person_word_by_person",
            "CREATE INDEX person_word_of_person ON person_word (person, word)",
            // Minutes by category and time. SQLite reads no table only where an index has every column, `is_deleted` too.
            "CREATE INDEX training_by_category ON training (person, is_deleted, category, started_at, minutes)",
        ]
    }
}
