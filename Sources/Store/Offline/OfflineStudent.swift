import Classroom

/// Courses that a student, $1, takes, and that are not archived.
private let coursesTaken = """
    FROM enrolment JOIN course ON course.id = enrolment.course
    WHERE enrolment.person = $1 AND state = 'accepted' AND is_archived = 0
    """

extension Store {
    /// What a student's device takes along: the courses that they take, with the classes around today and their own
    /// attendance; themselves, and who teaches them.
    ///
    /// - Parameter since: the entry as of which the device has a copy: if little has happened since, classes are left out that
    ///   have not changed.
    public func offlineCopy(
        ofStudent student: Person, since: Int64? = nil, most: Int = 1000, now: Instant = .now
    ) async throws -> OfflineCopy {
        // What instructors note of the student is not for the student.
        let details = PersonDetails(email: "", phone: "", note: "", tags: [])
        return try await database.read { connection in
            let changes = try since.flatMap {
                try connection.changes(after: $0, most: most, for: student.id, isStudent: true, now: now)
            }
            let enrolments = try connection.rows(
                "SELECT course, COALESCE(since, enrolment.at) AS joined \(coursesTaken)", student.id)
            let taken = try Dictionary(enrolments.map { (try $0.identifier("course"), try $0.instant("joined")) }) {
                first, _ in first
            }
            let (classes, around) = try connection.offlineClasses(ofStudent: student.id, now, only: changes?.classes)
            let own = try connection.offlineCourses(Set(taken.keys), own: Set(taken.keys), now: now) { _, _ in nil }
            let shown = try connection.venuesShown(own.map(\.venue))
            let courses = own.map { course in
                var course = course
                course.venue = shown[course.venue] ?? course.venue
                course.since = taken[course.id]
                return course
            }
            let teachers = try connection.found(
                Person.select + " WHERE person.id IN $list",
                Set(courses.flatMap(\.instructors)).sorted().map { [$0.sqlValue] }
            ).map(Person.init)
            let venues = try connection.found(
                "SELECT \(Venue.columns) FROM venue WHERE id IN $list",
                Set(around.map(\.venue) + courses.map(\.venue)).sorted().map { [$0.sqlValue] })
            return OfflineCopy(
                venues: try venues.map { try Venue($0, from: nil) }, hasMoreVenues: false, types: [], courses: courses,
                classes: classes, hasMoreClasses: false,
                gone: try changes.map {
                    try connection.gone($0, without: classes, for: student.id, isStudent: true)
                } ?? [],
                people: ([student] + teachers).map { ($0, details) },
                isUpdate: changes != nil,
                mayChangeLog: changes?.mayChangeLog(of: student.id) ?? true, next: nil)
        }
    }
}

extension Connection {
    /// Classes in session or around today of the courses that a student takes, nearest first; and the rows of all of them.
    ///
    /// - Parameter only: classes without which they are left out; `nil` for none.
    fileprivate func offlineClasses(
        ofStudent student: Identifier, _ now: Instant, only: Set<Identifier>?
    ) throws -> (classes: [OfflineClass], around: [ClassRow]) {
        let rows = try classRows(
            """
            class.course IN (SELECT course \(coursesTaken)) AND phase <> 'deleted' AND (phase IN ('running', 'paused') OR planned_at BETWEEN $2 AND $3)
            ORDER BY CASE WHEN phase IN ('running', 'paused') THEN 0 ELSE 1 END, ABS(planned_at - $4), class.id
            LIMIT \(OfflineClass.mostPlanned)
            """, student, now.adding(milliseconds: -OfflineClass.around),
            now.adding(milliseconds: OfflineClass.around), now)
        let shown = try venuesShown(rows.map(\.venue))
        let around = rows.map { row in
            var row = row
            row.venue = shown[row.venue] ?? row.venue
            return row
        }
        let taken = around.filter { only?.contains($0.id) ?? true }
        let ids = taken.map(\.id)
        let numbers = try numbers(of: taken)
        let marks = try self.rows(of: [RowTable.marks.found(ids.map { Pair($0, student) })]).joined()
            .map(RowTable.marks.read)
        let own = Dictionary(marks.map { ($0.key.first, $0.mark) }) { first, _ in first }
        let names = try names(of: Set(marks.map(\.mark.maker)))
        let counts = try questionCounts(of: ids, for: student)
        let asking = try offlineQuestions(of: ids, counts.mapValues(\.all), for: student, isStudent: true)
        let reconfirmations = try reconfirmations(of: taken.filter(\.isInSession).map(\.id))
        let classes = try taken.map { row in
            let (mark, asked) = (own[row.id], reconfirmations[row.id])
            return OfflineClass(
                row: row, number: numbers[row.id], questions: counts[row.id] ?? (0, 0), asking: asking[row.id],
                events: [], marks: mark.map { [(student, $0)] } ?? [], markedBy: mark.flatMap { names[$0.maker] },
                asked: asked.map { asked in (asked.asked, asked.answers.filter { $0.key == student }) })
        }
        return (classes, around)
    }

    /// Venues that are shown for others, which were merged into them.
    fileprivate func venuesShown(_ ids: [Identifier]) throws -> [Identifier: Identifier] {
        let merged = try found(
            "SELECT id, shown_as FROM venue WHERE shown_as IS NOT NULL AND id IN $list",
            Set(ids).sorted().map { [$0.sqlValue] })
        return try Dictionary(merged.map { (try $0.identifier("id"), try $0.identifier("shown_as")) }) { first, _ in
            first
        }
    }

    /// Full names of people.
    func names(of people: Set<Identifier>) throws -> [Identifier: String] {
        let rows = try found(
            "SELECT id, first_name, last_name FROM person WHERE id IN $list", people.sorted().map { [$0.sqlValue] })
        let names = try rows.map { row in
            let name = try PersonName(row)
            return (try row.identifier("id"), name.full)
        }
        return Dictionary(names) { first, _ in first }
    }
}
