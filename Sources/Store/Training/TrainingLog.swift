import Classroom

extension Store {
    /// Training log of a person, newest first.
    public func trainings(of person: Identifier, after: String? = nil, most: Int = 50) async throws -> ListPage<
        Training
    > {
        var values: [SQLValue] = [person.sqlValue]
        var seek = ""
        if let after {
            let cursor = try Cursor(reading: after, like: [.integer, .identifier])
            seek = " AND (started_at, log_id) < ($2, $3)"
            values += cursor.values
        }
        // Each arm has its own limit, so that neither reads more rows than are shown.
        let arms = [Self.logged, Self.attended].map { arm in
            """
            SELECT * FROM (SELECT * FROM (\(arm)) AS arm WHERE 1 = 1\(seek)
            ORDER BY started_at DESC, log_id DESC LIMIT \(most + 1)) AS part
            """
        }
        let sql = arms.joined(separator: " UNION ALL ") + " ORDER BY started_at DESC, log_id DESC LIMIT \(most + 1)"
        return try await database.read { [values] connection in
            let rows = try connection.rows(sql, values: values)
            let shown = rows.prefix(most)
            let next = try rows.count > most ? shown.last.map(Self.trainingCursor) : nil
            return ListPage(elements: try shown.map(Training.init), next: next)
        }
    }

    private static func trainingCursor(_ row: Row) throws -> Cursor {
        Cursor([.integer(try row.integer("started_at")), try row.identifier("log_id").sqlValue])
    }

    /// Total minutes in a person's log.
    public func trainingTotals(of person: Identifier) async throws -> TrainingTotals {
        let rows = try await database.read { connection in
            try connection.rows(
                """
                SELECT category, minutes FROM training_total WHERE person = $1
                UNION ALL SELECT category, \(Self.sum) FROM (\(Self.attendedMinutes)) AS log GROUP BY category
                """, person)
        }
        var totals = TrainingTotals()
        for row in rows { totals.add(Int(try row.integer("minutes")), of: try row.category()) }
        return totals
    }

    /// Minutes in a person's log between moments.
    ///
    /// - Parameter edges: ascending; each but the last starts a span, which ends before the next.
    public func trainingSpans(of person: Identifier, between edges: [Instant]) async throws -> [TrainingSpan] {
        guard edges.count > 1 else { return [] }
        let inner = edges.indices.dropFirst().dropLast()
        let number = ["0"] + inner.map { "CASE WHEN started_at >= $\($0 + 2) THEN 1 ELSE 0 END" }
        let attended = """
            SELECT \(number.joined(separator: " + ")) AS number, category, \(Self.sum) FROM (\(Self.attendedMinutes)) AS log
            WHERE started_at >= $2 AND started_at < $\(edges.count + 1) GROUP BY number, category
            """
        let sql = (edges.indices.dropLast().flatMap(Self.loggedSums) + [attended]).joined(separator: " UNION ALL ")
        let values = [person.sqlValue] + edges.map(\.sqlValue)
        var spans = edges.dropLast().map { TrainingSpan(start: $0) }
        for row in try await database.read({ try $0.rows(sql, values: values) }) {
            let index = Int(try row.integer("number"))
            guard spans.indices.contains(index) else { continue }
            spans[index].totals.add(Int(try row.integer("minutes")), of: try row.category())
        }
        return spans
    }

    /// Sums of what was logged in the span of this number: one for each category, each from a part of an index.
    private static func loggedSums(span: Int) -> [String] {
        TrainingCategory.allCases.map {
            """
            SELECT \(span) AS number, '\($0.rawValue)' AS category, \(sum) FROM training
            WHERE person = $1 AND is_deleted = 0 AND category = '\($0.rawValue)'
              AND started_at >= $\(span + 2) AND started_at < $\(span + 3)
            """
        }
    }

    /// Owner of the logged entry with this identifier, and whether it is deleted.
    public func training(
        _ id: Identifier
    ) async throws -> (training: Training, person: Identifier, isDeleted: Bool)? {
        try await database.read { connection in
            let row = try connection.first(
                """
                SELECT id AS log_id, description, category, minutes, started_at, NULLIF(id, id) AS session, 0 AS can_visit, person,
                       is_deleted
                FROM training WHERE id = $1
                """, id)
            return try row.map { (try Training($0), try $0.identifier("person"), try $0.flag("is_deleted")) }
        }
    }

    /// Number of entries of a person's log that say the same.
    public func trainings(
        of person: Identifier, at start: Instant, minutes: Int, category: String, _ description: String
    ) async throws -> Int {
        let row = try await database.read { connection in
            try connection.first(
                """
                SELECT COUNT(*) AS entries FROM training
                WHERE person = $1 AND started_at = $2 AND minutes = $3 AND category = $4 AND description = $5 AND is_deleted = 0
                """, person, start, minutes, category, description)
        }
        return try row.map { Int(try $0.integer("entries")) } ?? 0
    }

    /// Whether a class with this identifier exists.
    public func hasClass(_ id: Identifier) async throws -> Bool {
        try await database.read { try $0.first("SELECT id FROM class WHERE id = $1", id) != nil }
    }

    /// Entries written and not deleted. `$1` is the person.
    private static let logged = """
        SELECT id AS log_id, description, category, minutes, started_at, NULLIF(id, id) AS session, 0 AS can_visit
        FROM training WHERE person = $1 AND is_deleted = 0
        """

    private static let sum = "CAST(COALESCE(SUM(minutes), 0) AS BIGINT) AS minutes"

    /// Classes attended, with the columns that sums need.
    private static let attendedMinutes =
        "SELECT course.category, \(length) AS minutes, class.started_at \(fromAttended)"

    /// Minutes of a class without pauses, clamped to the allowed range: a class left running counts as a day.
    private static let length = """
        CASE WHEN worked < 60000 THEN 1 WHEN worked > 86400000 THEN 1440 ELSE (worked + 30000) / 60000 END
        """

    private static let fromAttended = """
        FROM mark JOIN class ON class.id = mark.class JOIN course ON course.id = class.course
        WHERE mark.person = $1 AND is_present = 1 AND is_saved = 1 AND phase = 'saved' AND course.category IS NOT NULL
        """

    /// Classes attended, of courses with a training category.
    private static let attended = """
        SELECT class.id AS log_id, course.title AS description, course.category,
               \(length) AS minutes, class.started_at, class.id AS session,
               CASE WHEN EXISTS (SELECT 1 FROM enrolment WHERE enrolment.course = course.id
                                   AND enrolment.person = $1 AND enrolment.state = 'accepted')
                      OR EXISTS (SELECT 1 FROM course_instructor WHERE course_instructor.course = course.id
                                   AND course_instructor.person = $1) THEN 1 ELSE 0 END AS can_visit
        \(fromAttended)
        """
}

extension Training {
    convenience init(_ row: Row) throws {
        self.init(
            id: try row.identifier("log_id"), description: try row.text("description"), category: try row.category(),
            minutes: Int(try row.integer("minutes")), startedAt: try row.instant("started_at"),
            session: try row.optionalIdentifier("session"), canVisit: try row.flag("can_visit"))
    }
}

extension Row {
    fileprivate func category() throws -> TrainingCategory {
        let word = try text("category")
        guard let category = TrainingCategory(rawValue: word) else {
            throw UnexpectedValue(column: "category", value: .text(word))
        }
        return category
    }
}
