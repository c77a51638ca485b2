/// Schema with which a new book begins: that of version 16. Later migrations follow it.
enum BaseSchema {
    static let version = 16

    static func statements(_ types: ColumnTypes) -> [String] {
        journal(types) + roster(types) + courses(types) + classes(types) + attendance(types) + questions(types)
            + training(types) + notices(types) + signIn(types) + views(types)
    }

    private static func views(_ types: ColumnTypes) -> [String] {
        BookTable.first.compactMap { view(of: $0, types) }
    }

    /// View such as `mark_text` for people who look by hand: identifiers as text, then the columns. None where identifiers
    /// are shown as text anyway.
    static func view(of table: BookTable, _ types: ColumnTypes) -> String? {
        guard let text = types.identifierText, !table.identifiers.isEmpty else { return nil }
        let shown = table.identifiers.map { "\(text($0)) AS \($0)_text" }.joined(separator: ", ")
        return "CREATE VIEW \(table.name)_text AS SELECT \(shown), * FROM \(table.name)"
    }

    /// Condition of the index of class events.
    static let isEvent = """
        kind IN ('class.started', 'class.paused', 'class.resumed', 'class.saved', 'class.deleted',
                'class.restored', 'attendance.opened', 'attendance.closed')
        """

    private static func journal(_ types: ColumnTypes) -> [String] {
        [
            // `fields` lacks what the columns hold: see `Kind.columns`.
            """
            CREATE TABLE entry (
                sequence \(types.sequence) PRIMARY KEY,
                id \(types.identifier) NOT NULL UNIQUE,
                device \(types.identifier) NOT NULL,
                maker \(types.identifier),
                kind TEXT NOT NULL,
                at BIGINT NOT NULL,
                received BIGINT NOT NULL,
                happened_at BIGINT NOT NULL,
                class \(types.identifier),
                course \(types.identifier),
                person \(types.identifier),
                fields TEXT NOT NULL
            )
            """,
            "CREATE INDEX entry_by_class ON entry (class, sequence) WHERE class IS NOT NULL",
            """
            CREATE INDEX entry_by_event ON entry (class, happened_at, sequence)
            WHERE \(isEvent)
            """,
            """
            CREATE INDEX entry_by_word ON entry (class, person, happened_at, sequence)
            WHERE kind IN ('attendance.claimed', 'attendance.marked', 'attendance.cleared', 'attendance.withdrawn')
            """,
        ]
    }

    private static func questions(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE question (
                id \(types.identifier) PRIMARY KEY,
                class \(types.identifier) NOT NULL REFERENCES class (id),
                asker \(types.identifier) NOT NULL REFERENCES person (id),
                text TEXT NOT NULL CHECK (text <> ''),
                is_anonymous INTEGER NOT NULL CHECK (is_anonymous IN (0, 1)),
                asked_at BIGINT NOT NULL,
                votes BIGINT NOT NULL,
                is_answered INTEGER NOT NULL CHECK (is_answered IN (0, 1)),
                turned_at BIGINT NOT NULL,
                is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1)),
                hidden_at BIGINT
            )
            """,
            "CREATE INDEX question_by_rank ON question (class, is_answered, (-votes), asked_at, id)",
            "CREATE INDEX question_by_asker ON question (asker)",
            """
            CREATE TABLE question_vote (
                question \(types.identifier) NOT NULL REFERENCES question (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                vote INTEGER NOT NULL CHECK (vote IN (-1, 0, 1)),
                at BIGINT NOT NULL,
                PRIMARY KEY (question, person)
            ) \(types.isKeyOnly)
            """,
        ]
    }

    private static func training(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE training (
                id \(types.identifier) PRIMARY KEY,
                person \(types.identifier) NOT NULL REFERENCES person (id),
                description TEXT NOT NULL CHECK (description <> ''),
                category TEXT NOT NULL CHECK (category IN ('endurance', 'strength', 'mobility')),
                minutes INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 1440),
                started_at BIGINT NOT NULL,
                is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
                turned_at BIGINT
            )
            """,
            """
            CREATE INDEX training_by_start ON training (person, started_at, id, category, minutes) WHERE is_deleted = 0
            """,
            // SQLite reads no table only where an index has every column, `is_deleted` too.
            "CREATE INDEX training_by_category ON training (person, is_deleted, category, started_at, minutes)",
        ]
    }

    private static func notices(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE nearby (
                class \(types.identifier) NOT NULL REFERENCES class (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                at BIGINT NOT NULL,
                is_inside INTEGER NOT NULL CHECK (is_inside IN (0, 1)),
                PRIMARY KEY (class, person)
            ) \(types.isKeyOnly)
            """,
            """
            CREATE TABLE notification_choice (
                person \(types.identifier) NOT NULL REFERENCES person (id),
                topic TEXT NOT NULL CHECK (topic IN ('marks', 'starts', 'reconfirm', 'changes')),
                is_wanted INTEGER NOT NULL CHECK (is_wanted IN (0, 1)),
                at BIGINT NOT NULL,
                PRIMARY KEY (person, topic)
            ) \(types.isKeyOnly)
            """,
        ]
    }
}
