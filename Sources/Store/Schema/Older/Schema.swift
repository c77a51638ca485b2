enum Schema {
    /// Roster, an instructor's classes, and the journal from which they derive.
    static func version1(_ types: ColumnTypes) -> [String] {
        journal(types) + roster(types) + classes(types) + signIn(types)
    }

    /// Details given at registration.
    static func version2(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE registration (
                person \(types.key) PRIMARY KEY REFERENCES person (id),
                email TEXT NOT NULL CHECK (email <> ''),
                gender TEXT NOT NULL CHECK (gender IN ('male', 'female', 'other')),
                university TEXT NOT NULL CHECK (university <> ''),
                country TEXT NOT NULL,
                registered_at BIGINT NOT NULL,
                maker \(types.key) REFERENCES person (id)
            )
            """
        ]
    }

    private static func journal(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE entry (
                sequence \(types.sequence) PRIMARY KEY,
                id \(types.key) NOT NULL UNIQUE,
                device \(types.key) NOT NULL,
                maker \(types.key),
                kind TEXT NOT NULL,
                at BIGINT NOT NULL,
                received BIGINT NOT NULL,
                fields TEXT NOT NULL,
                class \(types.key),
                person \(types.key)
            )
            """,
            "CREATE INDEX entry_by_class ON entry (class, sequence) WHERE class IS NOT NULL",
        ]
    }

    private static func roster(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE student_type (
                id \(types.key) PRIMARY KEY,
                name TEXT NOT NULL CHECK (name <> ''),
                name_key \(types.key) NOT NULL,
                is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1))
            )
            """,
            "CREATE UNIQUE INDEX student_type_name ON student_type (name_key) WHERE is_deleted = 0",
            """
            CREATE TABLE picture (
                hash \(types.key) PRIMARY KEY,
                media_type TEXT NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
                bytes \(types.bytes) NOT NULL
            )
            """,
            """
            CREATE TABLE person (
                id \(types.key) PRIMARY KEY,
                first_name TEXT NOT NULL,
                last_name TEXT NOT NULL,
                name_key \(types.key) NOT NULL,
                student_id \(types.key) UNIQUE CHECK (student_id <> '' AND student_id <> '00000000'),
                student_number BIGINT,
                roster_group BIGINT NOT NULL CHECK (roster_group IN (0, 1, 2)),
                role TEXT NOT NULL CHECK (role IN ('instructor', 'student')),
                github TEXT NOT NULL,
                type \(types.key) REFERENCES student_type (id),
                joined TEXT NOT NULL,
                is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
                picture \(types.key) REFERENCES picture (hash),
                attended BIGINT NOT NULL DEFAULT 0 CHECK (attended >= 0),
                CHECK (first_name <> '' OR last_name <> '')
            )
            """,
            "CREATE INDEX person_by_name ON person (is_active, roster_group, name_key, id)",
            "CREATE INDEX person_by_attended ON person (is_active, roster_group, (-attended), name_key, id)",
            "CREATE INDEX anybody_by_name ON person (roster_group, name_key, id)",
            "CREATE INDEX anybody_by_attended ON person (roster_group, (-attended), name_key, id)",
            "CREATE INDEX person_by_number ON person (student_number) WHERE student_number IS NOT NULL",
            "CREATE INDEX person_by_type ON person (type) WHERE type IS NOT NULL",
            """
            CREATE TABLE person_word (
                word \(types.key) NOT NULL,
                person \(types.key) NOT NULL REFERENCES person (id),
                PRIMARY KEY (word, person)
            )
            """,
            "CREATE INDEX person_word_by_person ON person_word (person)",
        ]
    }

    private static func classes(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE venue (
                id \(types.key) PRIMARY KEY,
                name TEXT NOT NULL CHECK (name <> ''),
                name_key \(types.key) NOT NULL,
                address TEXT NOT NULL,
                latitude DOUBLE PRECISION CHECK (latitude BETWEEN -90 AND 90),
                longitude DOUBLE PRECISION CHECK (longitude BETWEEN -180 AND 180),
                radius DOUBLE PRECISION NOT NULL CHECK (radius BETWEEN 10 AND 10000),
                CHECK ((latitude IS NULL) = (longitude IS NULL))
            )
            """,
            """
            CREATE TABLE class (
                id \(types.key) PRIMARY KEY,
                instructor \(types.key) NOT NULL REFERENCES person (id),
                venue \(types.key) NOT NULL REFERENCES venue (id),
                venue_key \(types.key) NOT NULL,
                phase TEXT NOT NULL CHECK (phase IN ('running', 'paused', 'saved', 'deleted')),
                started_at BIGINT NOT NULL,
                running_since BIGINT CHECK ((running_since IS NOT NULL) = (phase = 'running')),
                worked BIGINT NOT NULL CHECK (worked >= 0),
                paused BIGINT NOT NULL CHECK (paused >= 0),
                ended_at BIGINT CHECK (phase <> 'saved' OR ended_at IS NOT NULL),
                attending BIGINT NOT NULL DEFAULT 0 CHECK (attending >= 0)
            )
            """,
            "CREATE INDEX class_by_start ON class (instructor, phase, started_at, id)",
            "CREATE INDEX class_by_venue ON class (instructor, phase, venue_key, started_at, id)",
            "CREATE INDEX class_by_attending ON class (instructor, phase, attending, started_at, id)",
            "CREATE INDEX class_of_venue ON class (venue)",
            """
            CREATE TABLE mark (
                class \(types.key) NOT NULL REFERENCES class (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                is_present INTEGER NOT NULL CHECK (is_present IN (0, 1)),
                at BIGINT NOT NULL,
                how TEXT NOT NULL CHECK (how IN ('instructor')),
                maker \(types.key) NOT NULL REFERENCES person (id),
                PRIMARY KEY (class, person)
            )
            """,
            "CREATE INDEX mark_by_person ON mark (person, is_present)",
        ]
    }

    /// Sign-in tables are not derived from the journal, since many people may read the journal.
    private static func signIn(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE sign_in_code (
                hash \(types.key) PRIMARY KEY,
                person \(types.key) NOT NULL REFERENCES person (id),
                made_at BIGINT NOT NULL,
                revoked_at BIGINT
            )
            """,
            "CREATE INDEX sign_in_code_by_person ON sign_in_code (person)",
            """
            CREATE TABLE sign_in (
                hash \(types.key) PRIMARY KEY,
                person \(types.key) NOT NULL REFERENCES person (id),
                code \(types.key) REFERENCES sign_in_code (hash),
                made_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX sign_in_by_code ON sign_in (code)",
            "CREATE INDEX sign_in_by_expiry ON sign_in (expires_at)",
        ]
    }
}
