import Classroom

extension Schema {
    /// Courses, their classes and enrolments; attendance claimed by students.
    ///
    /// `class` and `mark` are recreated, since SQLite cannot change a CHECK of an existing table.
    static func version3(_ types: ColumnTypes) -> [String] {
        courses(types) + coursesClasses(types) + studentsMarks(types) + [
            "DROP TABLE mark",
            "DROP TABLE class",
            "ALTER TABLE class_of_3 RENAME TO class",
            "ALTER TABLE mark_of_3 RENAME TO mark",
            "CREATE INDEX class_by_start ON class (instructor, phase, started_at, id)",
            "CREATE INDEX class_by_venue ON class (instructor, phase, venue_key, started_at, id)",
            "CREATE INDEX class_by_attending ON class (instructor, phase, attending, started_at, id)",
            "CREATE INDEX class_of_venue ON class (venue)",
            "CREATE INDEX class_by_course ON class (course, planned_at, id) WHERE course IS NOT NULL",
            "CREATE INDEX mark_by_person ON mark (person, is_present)",
            "ALTER TABLE entry ADD COLUMN course \(types.key)",
            "CREATE INDEX entry_by_event ON entry (class, at, sequence) WHERE \(BaseSchema.isEvent)",
            "CREATE INDEX entry_by_claim ON entry (class, person, at) WHERE kind = 'attendance.claimed'",
        ]
    }

    private static func courses(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE course (
                id \(types.key) PRIMARY KEY,
                title TEXT NOT NULL CHECK (title <> ''),
                title_key \(types.key) NOT NULL,
                description TEXT NOT NULL,
                venue \(types.key) NOT NULL REFERENCES venue (id),
                time_zone TEXT NOT NULL CHECK (time_zone <> ''),
                category TEXT CHECK (category IN ('endurance', 'strength', 'mobility')),
                survey TEXT NOT NULL,
                is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
                evidence TEXT NOT NULL CHECK (evidence IN ('location', 'instructor')),
                accuracy DOUBLE PRECISION NOT NULL CHECK (accuracy BETWEEN 5 AND 100)
            )
            """,
            "CREATE INDEX course_by_title ON course (title_key, id)",
            "CREATE INDEX course_of_venue ON course (venue)",
            """
            CREATE TABLE course_instructor (
                course \(types.key) NOT NULL REFERENCES course (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                PRIMARY KEY (course, person)
            )
            """,
            "CREATE INDEX course_instructor_by_person ON course_instructor (person)",
            """
            CREATE TABLE enrolment (
                course \(types.key) NOT NULL REFERENCES course (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                state TEXT NOT NULL CHECK (state IN ('requested', 'accepted', 'declined')),
                at BIGINT NOT NULL,
                maker \(types.key) NOT NULL REFERENCES person (id),
                PRIMARY KEY (course, person)
            )
            """,
            "CREATE INDEX enrolment_by_person ON enrolment (person, state)",
        ]
    }

    private static func coursesClasses(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE class_of_3 (
                id \(types.key) PRIMARY KEY,
                course \(types.key) REFERENCES course (id),
                instructor \(types.key) NOT NULL REFERENCES person (id),
                venue \(types.key) NOT NULL REFERENCES venue (id),
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
                fence_latitude DOUBLE PRECISION CHECK (fence_latitude BETWEEN -90 AND 90),
                fence_longitude DOUBLE PRECISION CHECK (fence_longitude BETWEEN -180 AND 180),
                fence_radius DOUBLE PRECISION CHECK (fence_radius BETWEEN 10 AND 10000),
                attending BIGINT NOT NULL DEFAULT 0 CHECK (attending >= 0),
                CHECK ((fence_latitude IS NULL) = (fence_longitude IS NULL)),
                CHECK ((fence_latitude IS NULL) = (fence_radius IS NULL))
            )
            """,
            """
            INSERT INTO class_of_3 (id, instructor, venue, venue_key, survey, phase, started_at, running_since, worked,
                                    paused, ended_at, is_open, attending)
            SELECT id, instructor, venue, venue_key, '', phase, started_at, running_since, worked, paused, ended_at,
                   CASE WHEN phase IN ('running', 'paused') THEN 1 ELSE 0 END, attending
            FROM class
            """,
        ]
    }

    private static func studentsMarks(_ types: ColumnTypes) -> [String] {
        [
            """
            CREATE TABLE mark_of_3 (
                class \(types.key) NOT NULL REFERENCES class_of_3 (id),
                person \(types.key) NOT NULL REFERENCES person (id),
                is_present INTEGER NOT NULL CHECK (is_present IN (0, 1)),
                doubt TEXT CHECK (doubt IN ('noPosition', 'noFence', 'borderline', 'late', 'cleared')),
                at BIGINT NOT NULL,
                how TEXT NOT NULL CHECK (how IN ('instructor', 'location')),
                distance BIGINT CHECK (distance >= 0),
                accuracy DOUBLE PRECISION CHECK (accuracy >= 0),
                maker \(types.key) NOT NULL REFERENCES person (id),
                PRIMARY KEY (class, person),
                CHECK (doubt IS NULL OR is_present = 0)
            )
            """,
            """
            INSERT INTO mark_of_3 (class, person, is_present, at, how, maker)
            SELECT class, person, is_present, at, how, maker FROM mark
            """,
        ]
    }
}
