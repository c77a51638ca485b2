extension BaseSchema {
    static func attendance(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE mark (
                class \(types.identifier) NOT NULL REFERENCES class (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                is_present INTEGER NOT NULL CHECK (is_present IN (0, 1)),
                doubt TEXT CHECK (doubt IN \(doubts)),
                at BIGINT NOT NULL,
                how TEXT NOT NULL CHECK (how IN ('instructor', 'location', 'code', 'network', 'location and code',
                    'location and network', 'code and network', 'location, code and network')),
                distance BIGINT CHECK (distance >= 0),
                accuracy DOUBLE PRECISION CHECK (accuracy >= 0),
                maker \(types.identifier) NOT NULL REFERENCES person (id),
                device \(types.identifier),
                age DOUBLE PRECISION,
                place TEXT CHECK (place IN ('inside', 'outside', 'borderline')),
                print DOUBLE PRECISION,
                PRIMARY KEY (class, person),
                CHECK (doubt IS NULL OR is_present = 0)
            ) \(types.isKeyOnly)
            """,
            "CREATE INDEX mark_by_person ON mark (person, at)",
        ] + reconfirmations(types) + observations(types)
    }

    private static let doubts =
        "('noPosition', 'noFence', 'noCode', 'noNetwork', 'borderline', 'late', 'early', 'closed', 'cleared')"

    private static func reconfirmations(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE reconfirmation (
                id \(types.identifier) PRIMARY KEY,
                class \(types.identifier) NOT NULL REFERENCES class (id),
                at BIGINT NOT NULL,
                ends_at BIGINT NOT NULL,
                maker \(types.identifier) NOT NULL REFERENCES person (id),
                is_withdrawn INTEGER NOT NULL CHECK (is_withdrawn IN (0, 1))
            )
            """,
            "CREATE INDEX reconfirmation_by_class ON reconfirmation (class, at)",
            """
            CREATE TABLE reconfirmed (
                reconfirmation \(types.identifier) NOT NULL REFERENCES reconfirmation (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                at BIGINT NOT NULL,
                doubt TEXT CHECK (doubt IN \(doubts)),
                is_late INTEGER NOT NULL CHECK (is_late IN (0, 1)),
                distance BIGINT CHECK (distance >= 0),
                sequence BIGINT NOT NULL,
                PRIMARY KEY (reconfirmation, person)
            ) \(types.isKeyOnly)
            """,
        ]
    }

    /// What the server has seen, beside the journal.
    private static func observations(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE attempt (
                entry \(types.identifier) NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('outside', 'code', 'ticket', 'token')),
                class \(types.identifier) NOT NULL REFERENCES class (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                device \(types.identifier) NOT NULL,
                at BIGINT NOT NULL,
                distance BIGINT CHECK (distance >= 0),
                other \(types.identifier) REFERENCES person (id),
                PRIMARY KEY (entry, kind)
            )
            """,
            "CREATE INDEX attempt_by_class ON attempt (class, person, at)",
            """
            CREATE TABLE class_network (
                class \(types.identifier) NOT NULL REFERENCES class (id),
                network TEXT NOT NULL,
                seen_at BIGINT NOT NULL,
                PRIMARY KEY (class, network)
            )
            """,
        ]
    }
}
