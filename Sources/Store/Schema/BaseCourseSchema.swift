extension BaseSchema {
    static func courses(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE venue (
                id \(types.identifier) PRIMARY KEY,
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
            CREATE TABLE course (
                id \(types.identifier) PRIMARY KEY,
                title TEXT NOT NULL CHECK (title <> ''),
                title_key \(types.key) NOT NULL,
                description TEXT NOT NULL,
                venue \(types.identifier) NOT NULL REFERENCES venue (id),
                time_zone TEXT NOT NULL CHECK (time_zone <> ''),
                category TEXT CHECK (category IN ('endurance', 'strength', 'mobility')),
                survey TEXT NOT NULL,
                is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
                accuracy DOUBLE PRECISION NOT NULL CHECK (accuracy BETWEEN 5 AND 100),
                askers TEXT NOT NULL DEFAULT 'enrolled' CHECK (askers IN ('enrolled', 'present')),
                evidence TEXT NOT NULL DEFAULT 'location' CHECK (evidence IN \(evidences))
            )
            """,
            "CREATE INDEX course_by_title ON course (title_key, id)",
            "CREATE INDEX course_of_venue ON course (venue)",
            """
            CREATE TABLE course_instructor (
                course \(types.identifier) NOT NULL REFERENCES course (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                PRIMARY KEY (course, person)
            ) \(types.isKeyOnly)
            """,
            "CREATE INDEX course_instructor_by_person ON course_instructor (person)",
            """
            CREATE TABLE enrolment (
                course \(types.identifier) NOT NULL REFERENCES course (id),
                person \(types.identifier) NOT NULL REFERENCES person (id),
                state TEXT NOT NULL CHECK (state IN ('requested', 'accepted', 'declined')),
                at BIGINT NOT NULL,
                maker \(types.identifier) NOT NULL REFERENCES person (id),
                PRIMARY KEY (course, person)
            ) \(types.isKeyOnly)
            """,
            "CREATE INDEX enrolment_by_person ON enrolment (person, state)",
        ]
    }

    static func classes(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE class (
                id \(types.identifier) PRIMARY KEY,
                course \(types.identifier) REFERENCES course (id),
                instructor \(types.identifier) NOT NULL REFERENCES person (id),
                venue \(types.identifier) NOT NULL REFERENCES venue (id),
                venue_key \(types.key) NOT NULL,
                planned_at BIGINT CHECK ((planned_at IS NULL) = (course IS NULL)),
                minutes INTEGER CHECK ((minutes IS NULL) = (course IS NULL)),
                survey TEXT NOT NULL,
                phase TEXT NOT NULL
                    CHECK (phase IN ('scheduled', 'running', 'paused', 'saved', 'deleted', 'cancelled')),
                started_at BIGINT CHECK ((started_at IS NULL) = (phase IN ('scheduled', 'cancelled'))),
                running_since BIGINT CHECK ((running_since IS NOT NULL) = (phase = 'running')),
                worked BIGINT NOT NULL CHECK (worked >= 0),
                paused BIGINT NOT NULL CHECK (paused >= 0),
                ended_at BIGINT CHECK (phase <> 'saved' OR ended_at IS NOT NULL),
                is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
                evidence TEXT CHECK (evidence IN \(evidences)),
                fence_latitude DOUBLE PRECISION CHECK (fence_latitude BETWEEN -90 AND 90),
                fence_longitude DOUBLE PRECISION CHECK (fence_longitude BETWEEN -180 AND 180),
                fence_radius DOUBLE PRECISION CHECK (fence_radius BETWEEN 10 AND 10000),
                temperature DOUBLE PRECISION CHECK (temperature BETWEEN -90 AND 60),
                attending BIGINT NOT NULL DEFAULT 0 CHECK (attending >= 0),
                CHECK ((fence_latitude IS NULL) = (fence_longitude IS NULL)),
                CHECK ((fence_latitude IS NULL) = (fence_radius IS NULL))
            )
            """,
            "CREATE INDEX class_by_start ON class (instructor, phase, started_at, id)",
            "CREATE INDEX class_by_venue ON class (instructor, phase, venue_key, started_at, id)",
            "CREATE INDEX class_by_attending ON class (instructor, phase, attending, started_at, id)",
            "CREATE INDEX class_of_venue ON class (venue)",
            "CREATE INDEX class_by_course ON class (course, planned_at, id) WHERE course IS NOT NULL",
            "CREATE INDEX class_in_session ON class (course) WHERE phase IN ('running', 'paused')",
            """
            CREATE INDEX class_without_temperature ON class (started_at)
            WHERE phase IN ('running', 'paused') AND temperature IS NULL
            """,
        ]
    }

    private static let evidences = """
        ('location', 'code', 'network', 'any', 'location or network', 'code or network', 'location, code or network',
         'all', 'location and network', 'code and network', 'location, code and network', 'instructor')
        """
}
