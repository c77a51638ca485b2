/// What the schema has gained since `BaseSchema`.
enum LaterSchema {
    /// Version of the schema after all of it.
    static let version = 36

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
                // No foreign keys: a venue that is loaded before the one that it refers to would break them.
                "ALTER TABLE venue ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1))",
                "ALTER TABLE venue ADD COLUMN merged_into \(types.identifier)",
                "ALTER TABLE venue ADD COLUMN shown_as \(types.identifier)",
                "ALTER TABLE course ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1))",
                "CREATE INDEX venue_by_name ON venue (is_hidden, name_key, id) WHERE merged_into IS NULL",
                "CREATE INDEX venue_merged ON venue (is_hidden) WHERE merged_into IS NOT NULL",
                "CREATE INDEX venue_shown ON venue (shown_as) WHERE shown_as IS NOT NULL",
                """
                CREATE TABLE person_detail (
                    person \(types.identifier) PRIMARY KEY REFERENCES person (id),
                    email TEXT,
                    phone TEXT NOT NULL,
                    note TEXT NOT NULL,
                    tags TEXT NOT NULL
                )
                """,
                """
                CREATE TABLE person_tag (
                    tag \(types.key) NOT NULL,
                    person \(types.identifier) NOT NULL REFERENCES person (id),
                    PRIMARY KEY (tag, person)
                ) \(types.isKeyOnly)
                """,
                "CREATE INDEX person_tag_of_person ON person_tag (person)",
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
            ["CREATE INDEX person_by_class ON person (is_active, (-roster_group), name_key, id)"],
            ["ALTER TABLE school ADD COLUMN types_ids INTEGER NOT NULL DEFAULT 0 CHECK (types_ids IN (0, 1))"],
            [
                "ALTER TABLE person ADD COLUMN removed_at BIGINT",
                "ALTER TABLE person ADD COLUMN removed_id \(types.key)",
                "ALTER TABLE person ADD COLUMN was_active INTEGER CHECK (was_active IN (0, 1))",
                "CREATE INDEX person_removed ON person (removed_at) WHERE removed_at IS NOT NULL",
            ],
            merges(types),
            [
                """
                CREATE TABLE training_total (
                    person \(types.identifier) NOT NULL REFERENCES person (id),
                    category TEXT NOT NULL CHECK (category IN ('endurance', 'strength', 'mobility')),
                    minutes BIGINT NOT NULL,
                    PRIMARY KEY (person, category)
                ) \(types.isKeyOnly)
                """,
                """
                INSERT INTO training_total (person, category, minutes)
                SELECT person, category, SUM(minutes) FROM training WHERE is_deleted = 0 GROUP BY person, category
                """,
            ],
            // All that counting a class's questions asks for.
            ["CREATE INDEX question_counted ON question (class, is_answered, is_hidden, asker)"],
            wordsBesideWords,
            [
                "ALTER TABLE person_word ADD COLUMN roster_group BIGINT NOT NULL DEFAULT 0",
                "ALTER TABLE person_word ADD COLUMN is_active INTEGER NOT NULL DEFAULT 0",
                "ALTER TABLE person_word ADD COLUMN name_key \(types.key) NOT NULL DEFAULT ''",
                orderBesideWords,
            ],
            [
                """
                CREATE TABLE edit_times (
                    subject \(types.identifier) PRIMARY KEY,
                    times TEXT NOT NULL
                ) \(types.isKeyOnly)
                """,
                "CREATE TABLE untimed (id INTEGER PRIMARY KEY CHECK (id = 1), last BIGINT NOT NULL)",
                // What the tables have of entries from before came by their order.
                "INSERT INTO untimed (id, last) SELECT 1, sequence FROM entry ORDER BY sequence DESC LIMIT 1",
            ],
            wordsInOrder(types),
            marksOfSavedClasses,
            [timesOfVenueFacts(types)],
            entriesByKind + attendingOfSavedClasses + marksByWord(types),
            [],
            startsTakenBack,
            ["enrolment", "own_enrolment"].map { "ALTER TABLE \($0) ADD COLUMN since BIGINT" } + [startsOnAnotherDay],
        ]
    }

    /// What a migration does after its statements, by its version. It reads only columns that there are by then.
    static let deeds: [Int64: @Sendable (any Connection) throws -> Void] = [34: wordsWithoutApostrophes]

    /// Names with an apostrophe are found without it, too.
    @Sendable static func wordsWithoutApostrophes(_ connection: any Connection) throws {
        let people = try connection.rows(
            """
            SELECT id, first_name, last_name, student_id, github, roster_group, is_active, name_key FROM person
            WHERE removed_at IS NULL AND name_key LIKE '%''%'
            """)
        try connection.run(
            "DELETE FROM person_word WHERE person IN $list", for: people.map { [try $0.identifier("id").sqlValue] })
        try connection.insert(
            into: WordRows.target,
            people.flatMap { row in
                let words = SearchKey.words(ofNames: [try row.text("first_name"), try row.text("last_name")])
                let others = SearchKey.words([try row.optionalText("student_id") ?? "", try row.text("github")])
                return WordRows.of(
                    try row.identifier("id"), words.union(others), rosterGroup: Int(try row.integer("roster_group")),
                    isActive: try row.flag("is_active"), nameKey: try row.text("name_key"))
            })
    }

    /// All words of a person beside each of them, in the order of their bytes: a search finds one word, and sees there
    /// whether the person has the others.
    static let wordsBesideWords = [
        "ALTER TABLE person_word ADD COLUMN words TEXT NOT NULL DEFAULT ''",
        """
        WITH RECURSIVE chain (person, word, words) AS (
            SELECT person, MIN(word), ' ' || MIN(word) FROM person_word GROUP BY person
            UNION ALL
            SELECT chain.person, other.word, chain.words || ' ' || other.word
            FROM chain JOIN person_word AS other ON other.person = chain.person AND other.word = (
                SELECT MIN(word) FROM person_word AS later WHERE later.person = chain.person AND later.word > chain.word)
        )
        UPDATE person_word SET words = chain.words FROM chain
        WHERE chain.person = person_word.person AND chain.word = (
            SELECT MAX(word) FROM person_word AS latest WHERE latest.person = chain.person)
        """,
    ]

    /// Beside each word what the order of the list asks for: a search reads only the people whom it shows.
    static let orderBesideWords = """
        UPDATE person_word SET roster_group = person.roster_group, is_active = person.is_active, name_key = person.name_key
        FROM person WHERE person.id = person_word.person
        """

    /// The people of a word in the order of the list: a search ends with the last one whom it shows.
    private static func wordsInOrder(_ types: ColumnTypes) -> [String] {
        [
            "DROP VIEW IF EXISTS person_word_text",
            // The key's columns come first, in its order: otherwise the check of SQLite 3.40 takes one column for another.
            """
            CREATE TABLE ordered_word (
                word \(types.key) NOT NULL,
                roster_group BIGINT NOT NULL,
                name_key \(types.key) NOT NULL,
                person \(types.identifier) NOT NULL REFERENCES person (id),
                is_active INTEGER NOT NULL,
                words TEXT NOT NULL,
                PRIMARY KEY (word, roster_group, name_key, person)
            ) \(types.isKeyOnly)
            """,
            """
            INSERT INTO ordered_word (word, roster_group, name_key, person, is_active, words)
            SELECT word, roster_group, name_key, person, is_active, words
            FROM person_word ORDER BY word, roster_group, name_key, person
            """,
            "DROP TABLE person_word",
            "ALTER TABLE ordered_word RENAME TO person_word",
            "CREATE UNIQUE INDEX person_word_of_person ON person_word (person, word)",
        ] + [BaseSchema.view(of: .personWord, types)].compactMap(\.self)
    }

    /// Marks are found by their person once their class is saved: while many come at once, each of another person, they
    /// would all go to other places of the index.
    private static let marksOfSavedClasses = [
        "DROP INDEX mark_by_person",
        "ALTER TABLE mark ADD COLUMN is_saved INTEGER NOT NULL DEFAULT 0 CHECK (is_saved IN (0, 1))",
        "UPDATE mark SET is_saved = 1 WHERE class IN (SELECT id FROM class WHERE phase = 'saved')",
        "CREATE INDEX mark_by_person ON mark (person, at) WHERE is_saved = 1",
    ]

    /// Each fact of a venue has a time of its own, which for all of them was that of the venue: "venue 1764144000000".
    static func timesOfVenueFacts(_ types: ColumnTypes) -> String {
        let end = "\(types.placeOfText)(times || '\n', '\n')"
        let facts = ["venueName", "address", "position", "radius"].map { "'\($0) ' || SUBSTR(times, 7, \(end) - 7)" }
        return """
            UPDATE edit_times SET times = \(facts.joined(separator: " || '\n' || ")) || SUBSTR(times, \(end))
            WHERE times LIKE 'venue %'
            """
    }

    private static let entriesByKind = [
        "DROP INDEX entry_by_event", "DROP INDEX entry_by_word",
        """
        CREATE INDEX entry_by_event ON entry (class, happened_at, sequence) WHERE \("kind".isOne(of: [
            "class.started", "class.paused", "class.resumed", "class.saved", "class.deleted", "class.restored",
            "attendance.opened", "attendance.closed", "class.unscheduled", "class.recorded", "class.corrected",
        ]))
        """,
        """
        CREATE INDEX entry_by_word ON entry (class, person, happened_at, sequence) WHERE \("kind".isOne(of: [
            "attendance.claimed", "attendance.marked", "attendance.cleared", "attendance.withdrawn",
        ]))
        """,
    ]

    private static let startsTakenBack = [
        "DROP INDEX entry_by_event",
        """
        CREATE INDEX entry_by_event ON entry (class, happened_at, sequence) WHERE \("kind".isOne(of: [
            "class.started", "class.paused", "class.resumed", "class.saved", "class.deleted", "class.restored",
            "attendance.opened", "attendance.closed", "class.unscheduled", "class.recorded", "class.corrected",
            "class.unstarted",
        ]))
        """,
    ]

    /// A class that was started on another day than planned stands there in its course.
    private static let startsOnAnotherDay = """
        UPDATE class SET plan_at = planned_at, planned_at = started_at
        WHERE course IS NOT NULL AND began_at IS NULL AND plan_at IS NULL AND ABS(planned_at - started_at) >= 43200000
        """

    /// While a class is in session, the number of who attends changes with each of them.
    private static let attendingOfSavedClasses = [
        "DROP INDEX class_by_attending",
        "CREATE INDEX class_by_attending ON class (instructor, attending, started_at, id) WHERE phase = 'saved'",
    ]

    /// SQLite changes no CHECK of a table that is there. PostgreSQL, which makes no tables of words, keeps its marks.
    private static func marksByWord(_ types: ColumnTypes) -> [String] {
        guard !types.isKeyOnly.isEmpty else { return [] }
        let doubts = [
            "noPosition", "noFence", "noCode", "noNetwork", "borderline", "late", "early", "closed", "cleared",
        ]
        let ways = [
            "location", "instructor", "code", "network", "location and code", "location and network",
            "code and network", "location, code and network",
        ]
        return [
            "DROP VIEW IF EXISTS mark_text",
            """
            CREATE TABLE mark_by_word (
                class \(types.identifier) NOT NULL REFERENCES class (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                is_present INTEGER NOT NULL CHECK (is_present IN (0, 1)),
                doubt TEXT CHECK \("doubt".isOne(of: doubts)),
                at BIGINT NOT NULL,
                how TEXT NOT NULL CHECK \("how".isOne(of: ways)),
                distance BIGINT CHECK (distance >= 0),
                accuracy DOUBLE PRECISION CHECK (accuracy >= 0),
                maker \(types.identifier) NOT NULL REFERENCES person (id),
                device \(types.identifier),
                age DOUBLE PRECISION,
                place TEXT CHECK \("place".isOne(of: ["inside", "outside", "borderline"])),
                print DOUBLE PRECISION,
                is_saved INTEGER NOT NULL DEFAULT 0 CHECK (is_saved IN (0, 1)),
                PRIMARY KEY (class, person),
                CHECK (doubt IS NULL OR is_present = 0)
            ) \(types.isKeyOnly)
            """,
            """
            INSERT INTO mark_by_word SELECT class, person, is_present, doubt, at, how, distance, accuracy, maker, device, age,
                place, print, is_saved
            FROM mark ORDER BY class, person
            """,
            "DROP TABLE mark",
            "ALTER TABLE mark_by_word RENAME TO mark",
            "CREATE INDEX mark_by_person ON mark (person, at) WHERE is_saved = 1",
        ] + [BaseSchema.view(of: .mark, types)].compactMap(\.self)
    }

    /// People who are one: whom they were merged into, and what was their own before.
    private static func merges(_ types: ColumnTypes) -> [String] {
        [
            // No foreign keys, as of venues: what is loaded before the person it refers to would break them.
            "ALTER TABLE person ADD COLUMN merged_into \(types.identifier)",
            "ALTER TABLE person ADD COLUMN gifts TEXT",
            "ALTER TABLE person ADD COLUMN gift_tags TEXT",
            "ALTER TABLE person ADD COLUMN others TEXT",
            "CREATE INDEX person_merged ON person (merged_into, removed_at) WHERE merged_into IS NOT NULL",
            "ALTER TABLE training ADD COLUMN own_person \(types.identifier)",
            "ALTER TABLE question ADD COLUMN own_asker \(types.identifier)",
            "ALTER TABLE class ADD COLUMN own_instructor \(types.identifier)",
            """
            ALTER TABLE course_instructor
            ADD COLUMN is_for_others INTEGER NOT NULL DEFAULT 0 CHECK (is_for_others IN (0, 1))
            """,
            """
            CREATE TABLE own_enrolment (
                course \(types.identifier) NOT NULL REFERENCES course (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                state TEXT NOT NULL CHECK (state IN ('requested', 'accepted', 'declined')),
                at BIGINT NOT NULL,
                maker \(types.identifier) NOT NULL REFERENCES person (id),
                PRIMARY KEY (person, course)
            ) \(types.isKeyOnly)
            """,
            """
            CREATE TABLE own_vote (
                question \(types.identifier) NOT NULL REFERENCES question (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                vote INTEGER NOT NULL CHECK (vote IN (-1, 0, 1)),
                at BIGINT NOT NULL,
                PRIMARY KEY (person, question)
            ) \(types.isKeyOnly)
            """,
            """
            CREATE TABLE own_reconfirmed (
                reconfirmation \(types.identifier) NOT NULL REFERENCES reconfirmation (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                at BIGINT NOT NULL,
                doubt TEXT,
                is_late INTEGER NOT NULL CHECK (is_late IN (0, 1)),
                distance BIGINT CHECK (distance >= 0),
                sequence BIGINT NOT NULL,
                PRIMARY KEY (person, reconfirmation)
            ) \(types.isKeyOnly)
            """,
        ]
    }
}
