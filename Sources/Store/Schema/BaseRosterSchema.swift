extension BaseSchema {
    static func roster(_ types: ColumnTypes) -> [String] {
        people(types) + [
            "CREATE INDEX person_by_name ON person (is_active, roster_group, name_key, id)",
            "CREATE INDEX person_by_attended ON person (is_active, roster_group, (-attended), name_key, id)",
            "CREATE INDEX anybody_by_name ON person (roster_group, name_key, id)",
            "CREATE INDEX anybody_by_attended ON person (roster_group, (-attended), name_key, id)",
            "CREATE INDEX person_by_number ON person (student_number) WHERE student_number IS NOT NULL",
            "CREATE INDEX person_by_type ON person (type) WHERE type IS NOT NULL",
            "CREATE INDEX person_owner ON person (id) WHERE is_owner = 1",
            """
            CREATE TABLE person_word (
                word \(types.key) NOT NULL,
                person \(types.identifier) NOT NULL REFERENCES person (id),
                PRIMARY KEY (word, person)
            ) \(types.isKeyOnly)
            """,
            // A person's words, to tell whether somebody found by one word has the others.
            "CREATE INDEX person_word_of_person ON person_word (person, word)",
            """
            CREATE TABLE registration (
                person \(types.identifier) PRIMARY KEY REFERENCES person (id),
                email TEXT NOT NULL CHECK (email <> ''),
                gender TEXT NOT NULL CHECK (gender IN ('male', 'female', 'other')),
                university TEXT NOT NULL CHECK (university <> ''),
                country TEXT NOT NULL,
                registered_at BIGINT NOT NULL,
                maker \(types.identifier) REFERENCES person (id)
            )
            """,
        ]
    }

    private static func people(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE student_type (
                id \(types.identifier) PRIMARY KEY,
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
                id \(types.identifier) PRIMARY KEY,
                first_name TEXT NOT NULL,
                last_name TEXT NOT NULL,
                name_key \(types.key) NOT NULL,
                student_id \(types.key) UNIQUE CHECK (student_id <> '' AND student_id <> '00000000'),
                student_number BIGINT,
                roster_group BIGINT NOT NULL CHECK (roster_group IN (0, 1, 2)),
                role TEXT NOT NULL CHECK (role IN ('instructor', 'student')),
                is_owner INTEGER NOT NULL DEFAULT 0
                    CHECK (is_owner IN (0, 1) AND (is_owner = 0 OR role = 'instructor')),
                github TEXT NOT NULL,
                type \(types.identifier) REFERENCES student_type (id),
                joined TEXT NOT NULL,
                is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
                picture \(types.key) REFERENCES picture (hash),
                attended BIGINT NOT NULL DEFAULT 0 CHECK (attended >= 0),
                CHECK (first_name <> '' OR last_name <> '')
            )
            """,
        ]
    }
}
