extension Schema {
    /// Tokens of the local network as evidence, reconfirmations, and what signs of cheating are found by.
    static func version12(_ types: ColumnTypes) -> [String] {
        [
            // The CHECK of a column cannot be changed, but a column with its own CHECK can be replaced.
            "ALTER TABLE course ADD COLUMN evidence_of_12 TEXT NOT NULL DEFAULT 'location'"
                + " CHECK (evidence_of_12 IN \(evidences))",
            "UPDATE course SET evidence_of_12 = evidence",
            "ALTER TABLE course DROP COLUMN evidence",
            "ALTER TABLE course RENAME COLUMN evidence_of_12 TO evidence",
            "ALTER TABLE class ADD COLUMN evidence_of_12 TEXT CHECK (evidence_of_12 IN \(evidences))",
            "UPDATE class SET evidence_of_12 = evidence",
            "ALTER TABLE class DROP COLUMN evidence",
            "ALTER TABLE class RENAME COLUMN evidence_of_12 TO evidence",
        ] + marks(types) + reconfirmations(types) + observations(types)
    }

    private static let evidences = """
        ('location', 'code', 'network', 'any', 'location or network', 'code or network', 'location, code or network',
         'all', 'location and network', 'code and network', 'location, code and network', 'instructor')
        """

    private static let doubts =
        "('noPosition', 'noFence', 'noCode', 'noNetwork', 'borderline', 'late', 'early', 'closed', 'cleared')"

    private static func marks(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE mark_of_12 (
                class \(types.key) NOT NULL REFERENCES class (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                is_present INTEGER NOT NULL CHECK (is_present IN (0, 1)),
                doubt TEXT CHECK (doubt IN \(doubts)),
                at BIGINT NOT NULL,
                how TEXT NOT NULL CHECK (how IN ('instructor', 'location', 'code', 'network', 'location and code',
                    'location and network', 'code and network', 'location, code and network')),
                distance BIGINT CHECK (distance >= 0),
                accuracy DOUBLE PRECISION CHECK (accuracy >= 0),
                maker \(types.key) NOT NULL REFERENCES person (id),
                device \(types.key),
                age DOUBLE PRECISION,
                place TEXT CHECK (place IN ('inside', 'outside', 'borderline')),
                print DOUBLE PRECISION,
                PRIMARY KEY (class, person),
                CHECK (doubt IS NULL OR is_present = 0)
            )
            """,
            """
            INSERT INTO mark_of_12 (class, person, is_present, doubt, at, how, distance, accuracy, maker, device)
            SELECT class, person, is_present, doubt, at, how, distance, accuracy, maker,
                   CASE WHEN how <> 'instructor' THEN (
                       SELECT device FROM entry
                       WHERE entry.class = mark.class AND entry.person = mark.person
                         AND kind IN ('attendance.claimed', 'attendance.marked', 'attendance.cleared',
                                      'attendance.withdrawn')
                         AND kind = 'attendance.claimed' AND happened_at = mark.at
                       ORDER BY sequence LIMIT 1) END
            FROM mark
            """,
            "DROP TABLE mark",
            "ALTER TABLE mark_of_12 RENAME TO mark",
            "CREATE INDEX mark_by_person ON mark (person, at)",
        ]
    }

    private static func reconfirmations(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE reconfirmation (
                id \(types.key) PRIMARY KEY,
                class \(types.key) NOT NULL REFERENCES class (id),
                at BIGINT NOT NULL,
                ends_at BIGINT NOT NULL,
                maker \(types.key) NOT NULL REFERENCES person (id),
                is_withdrawn INTEGER NOT NULL CHECK (is_withdrawn IN (0, 1))
            )
            """,
            "CREATE INDEX reconfirmation_by_class ON reconfirmation (class, at)",
            """
            CREATE TABLE reconfirmed (
                reconfirmation \(types.key) NOT NULL REFERENCES reconfirmation (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                at BIGINT NOT NULL,
                doubt TEXT CHECK (doubt IN \(doubts)),
                is_late INTEGER NOT NULL CHECK (is_late IN (0, 1)),
                distance BIGINT CHECK (distance >= 0),
                sequence BIGINT NOT NULL,
                PRIMARY KEY (reconfirmation, person)
            )
            """,
        ]
    }

    /// What the server has seen itself, beside the journal.
    private static func observations(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE attempt (
                entry \(types.key) NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('outside', 'code', 'ticket', 'token')),
                class \(types.key) NOT NULL REFERENCES class (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                device \(types.key) NOT NULL,
                at BIGINT NOT NULL,
                distance BIGINT CHECK (distance >= 0),
                other \(types.key) REFERENCES person (id),
                PRIMARY KEY (entry, kind)
            )
            """,
            "CREATE INDEX attempt_by_class ON attempt (class, person, at)",
            """
            CREATE TABLE class_network (
                class \(types.key) NOT NULL REFERENCES class (id),
                network TEXT NOT NULL,
                seen_at BIGINT NOT NULL,
                PRIMARY KEY (class, network)
            )
            """,
        ]
    }
}
