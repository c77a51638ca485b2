import Classroom

extension RowTable where R == CourseRow {
    static let courses = RowTable(
        name: "course", key: ["id"],
        columns: [
            "title", "title_key", "description", "venue", "time_zone", "category", "survey", "is_open", "evidence",
            "accuracy", "askers", "is_archived",
        ],
        keyValues: { [$0.sqlValue] },
        read: { row in
            var course = CourseRow(
                id: try row.identifier("id"), title: try row.text("title"), description: try row.text("description"),
                venue: try row.identifier("venue"), timeZone: try row.text("time_zone"),
                category: try row.optionalWord("category"), survey: try row.text("survey"),
                isOpen: try row.flag("is_open"), evidence: try row.word("evidence"),
                accuracy: try row.real("accuracy"), askers: try row.word("askers"))
            course.isArchived = try row.flag("is_archived")
            return course
        },
        values: {
            [
                $0.title.sqlValue, SearchKey.fold($0.title).sqlValue, $0.description.sqlValue, $0.venue.sqlValue,
                $0.timeZone.sqlValue, ($0.category?.rawValue).sqlValue, $0.survey.sqlValue, $0.isOpen.sqlValue,
                $0.evidence.rawValue.sqlValue, $0.accuracy.sqlValue, $0.askers.rawValue.sqlValue,
                $0.isArchived.sqlValue,
            ]
        })
}

extension RowTable where R == EnrolmentRow {
    static let enrolments = RowTable(
        name: "enrolment", key: ["course", "person"], columns: ["state", "at", "maker", "since"],
        keyValues: { [$0.first.sqlValue, $0.second.sqlValue] },
        read: { row in
            EnrolmentRow(
                key: try row.pair("course", "person"), state: try row.word("state"), at: try row.instant("at"),
                maker: try row.identifier("maker"), since: try row.optionalInstant("since"))
        },
        values: { [$0.state.rawValue.sqlValue, $0.at.sqlValue, $0.maker.sqlValue, $0.since.sqlValue] })

    static let ownEnrolments = enrolments.named("own_enrolment")
}

extension CourseInstructors {
    static func found(_ courses: [Identifier]) -> WantedRows {
        WantedRows(
            "SELECT course, person, is_for_others FROM course_instructor WHERE course IN $list ORDER BY course, person",
            courses.map { [$0.sqlValue] })
    }

    /// Whole lists in which there is one of these people.
    static func found(taughtBy people: [SQLValue]) -> WantedRows {
        WantedRows(
            """
            SELECT course, person, is_for_others FROM course_instructor
            WHERE course IN (SELECT course FROM course_instructor WHERE person IN $list) ORDER BY course, person
            """, people.map { [$0] })
    }

    /// Lists in the order of their identifiers.
    static func lists(_ rows: [Row]) throws -> [CourseInstructors] {
        let lists = try Dictionary(grouping: rows) { try $0.identifier("course") }
        return try lists.map { course, rows in
            var list = CourseInstructors(course: course, people: try rows.map { try $0.identifier("person") })
            list.forOthers = try rows.filter { try $0.flag("is_for_others") }.map { try $0.identifier("person") }
            return list
        }
    }
}

extension Connection {
    func save(instructors changes: [(stored: CourseInstructors?, now: CourseInstructors?)]) throws {
        var (added, removed): ([[SQLValue]], [[SQLValue]]) = ([], [])
        for (stored, now) in changes {
            guard let course = (now ?? stored)?.course else { continue }
            let (before, after) = (stored?.people ?? [], now?.people ?? [])
            let (wereForOthers, areForOthers) = (stored?.forOthers ?? [], now?.forOthers ?? [])
            added += after.filter {
                !before.contains($0) || wereForOthers.contains($0) != areForOthers.contains($0)
            }.map { [course.sqlValue, $0.sqlValue, areForOthers.contains($0).sqlValue] }
            removed += before.filter { !after.contains($0) }.map { [course.sqlValue, $0.sqlValue] }
        }
        try run("DELETE FROM course_instructor WHERE (course, person) IN $list", for: removed)
        try insert(
            into: "course_instructor (course, person, is_for_others)", added,
            "ON CONFLICT (course, person) DO UPDATE SET is_for_others = excluded.is_for_others")
    }
}

extension Row {
    /// Key of two columns.
    func pair(_ first: String, _ second: String) throws -> Pair {
        Pair(try identifier(first), try identifier(second))
    }
}
