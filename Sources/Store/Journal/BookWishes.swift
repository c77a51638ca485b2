import Classroom

/// Rows that a book wants, and where they go.
struct BookWish {
    let rows: WantedRows
    let take: (inout Book, [Row]) throws -> Void
}

extension Book {
    /// What is wanted. It is wanted no more.
    mutating func takeWishes() -> [BookWish] {
        let wishes =
            takeSearches() + [
                wish(\.people, .people), wish(\.details, .details), wish(\.studentTypes, .studentTypes),
                wish(\.pictures, .pictures), wish(\.registrations, .registrations),
                wish(\.venues, .venues), wish(\.courses, .courses), wish(\.enrolments, .enrolments),
                wish(\.ownEnrolments, .ownEnrolments), wish(\.ownReconfirmed, .ownReconfirmed),
                wish(\.ownVotes, .ownVotes),
                wish(\.classes, .classes { _ in "" }), wish(\.marks, .marks),
                wish(\.reconfirmations, .reconfirmations), wish(\.reconfirmed, .reconfirmed),
                wish(\.questions, .questions), wish(\.votes, .votes), wish(\.trainings, .trainings),
                wish(\.nearby, .nearby), wish(\.choices, .choices), wish(\.school, .school), instructors(),
            ]
        return (wishes + takeBelongings() + takeJournal()).filter { !$0.rows.wanted.isEmpty }
    }

    private mutating func wish<R>(_ rows: WritableKeyPath<Book, Rows<R>>, _ table: RowTable<R>) -> BookWish {
        let keys = self[keyPath: rows].takeWanted()
        return BookWish(rows: table.found(keys)) { book, found in
            book[keyPath: rows].load(try found.map(table.read), for: keys)
        }
    }

    private mutating func instructors() -> BookWish {
        let courses = courseInstructors.takeWanted()
        return BookWish(rows: CourseInstructors.found(courses)) { book, found in
            book.courseInstructors.load(try CourseInstructors.lists(found), for: courses)
        }
    }

    /// Rows that searches find.
    private mutating func takeSearches() -> [BookWish] {
        let (ids, names) = (studentIDs.takeWanted().map(\.text.sqlValue), typeNames.takeWanted().map(\.text.sqlValue))
        let number: [SQLValue] = numbers.takeWanted().isEmpty ? [] : [.integer(1)]
        let owner: [SQLValue] = owners.takeWanted().isEmpty ? [] : [.integer(1)]
        let merged: [SQLValue] = mergedVenues.takeWanted().isEmpty ? [] : [.integer(0), .integer(1)]
        return [
            wish(\.people, .people, where: "student_id IN $list", ids),
            wish(\.studentTypes, .studentTypes, where: "name_key IN $list AND is_deleted = 0", names),
            wish(
                \.people, .people,
                where: "student_number IS NOT NULL AND 1 IN $list ORDER BY student_number DESC LIMIT 1100", number),
            wish(\.people, .people, where: "is_owner = 1 AND is_owner IN $list", owner),
            wish(\.venues, .venues, where: "merged_into IS NOT NULL AND is_hidden IN $list", merged),
            wish(
                \.classes, .classes { _ in "" }, where: "instructor IN $list AND phase IN ('running', 'paused')",
                sessions.takeWanted().map(\.sqlValue)),
            wish(
                \.classes, .classes { _ in "" }, where: "course IN $list AND phase IN ('scheduled', 'cancelled')",
                plans.takeWanted().map(\.sqlValue)),
            wish(
                \.enrolments, .enrolments, where: "course IN $list AND state = 'requested'",
                requests.takeWanted().map(\.sqlValue)),
            wish(
                \.marks, .marks, where: "class IN $list AND is_present = 1", attendance.takeWanted().map(\.sqlValue)),
            wish(
                \.reconfirmations, .reconfirmations, where: "class IN $list",
                reconfirmationsOfClass.takeWanted().map(\.sqlValue)),
        ]
    }

    /// Rows of people who are merged or separated.
    private mutating func takeBelongings() -> [BookWish] {
        let people = belongings.takeWanted().map(\.sqlValue)
        let courses = BookWish(rows: CourseInstructors.found(taughtBy: people)) { book, found in
            book.courseInstructors.load(try CourseInstructors.lists(found))
        }
        return [
            wish(\.enrolments, .enrolments, where: "person IN $list", people),
            wish(\.ownEnrolments, .ownEnrolments, where: "person IN $list", people),
            wish(\.reconfirmed, .reconfirmed, where: "person IN $list", people),
            wish(\.ownReconfirmed, .ownReconfirmed, where: "person IN $list", people),
            wish(\.votes, .votes, where: "person IN $list", people),
            wish(\.ownVotes, .ownVotes, where: "person IN $list", people),
            wish(\.trainings, .trainings, where: "person IN $list", people),
            wish(\.questions, .questions, where: "asker IN $list", people),
            wish(\.classes, .classes { _ in "" }, where: "instructor IN $list", people),
            courses,
        ]
    }

    private func wish<R>(
        _ rows: WritableKeyPath<Book, Rows<R>>, _ table: RowTable<R>, where condition: String, _ wanted: [SQLValue]
    ) -> BookWish {
        BookWish(rows: table.found(where: condition, wanted)) { book, found in
            book[keyPath: rows].load(try found.map(table.read))
        }
    }
}

// What the journal has of classes.
extension Book {
    private mutating func takeJournal() -> [BookWish] {
        [
            log(
                \.events,
                """
                SELECT class, \(ClassEvent.columns) FROM entry WHERE class IN $list AND \(ClassEvent.isOne)
                ORDER BY happened_at, sequence
                """, key: { [$0.sqlValue] }, keyOf: { try $0.identifier("class") }, ClassEvent.init),
            log(
                \.claims,
                """
                SELECT class, person, happened_at, received FROM entry
                WHERE class IN $list AND kind = 'attendance.claimed' AND person IS NOT NULL
                """, key: { [$0.sqlValue] }, keyOf: { try $0.identifier("class") }, ClaimTime.init),
            log(
                \.words,
                """
                SELECT class, kind, person, maker, device, happened_at, received, sequence, fields FROM entry
                WHERE (class, person) IN $list AND \(AttendanceWord.isOne) ORDER BY happened_at, sequence
                """, key: { [$0.first.sqlValue, $0.second.sqlValue] }, keyOf: { try $0.pair("class", "person") },
                AttendanceWord.init),
            log(
                \.spoken,
                """
                SELECT person.id AS person, class.id AS class FROM person JOIN class ON EXISTS (
                    SELECT 1 FROM entry WHERE entry.class = class.id AND entry.person = person.id AND \(AttendanceWord.isOne))
                WHERE person.id IN $list
                """, key: { [$0.sqlValue] }, keyOf: { try $0.identifier("person") }, { try $0.identifier("class") }),
        ]
    }

    private mutating func log<Key, Event>(
        _ log: WritableKeyPath<Book, Log<Key, Event>>, _ sql: String, key: (Key) -> [SQLValue],
        keyOf: @escaping (Row) throws -> Key, _ read: @escaping (Row) throws -> Event?
    ) -> BookWish {
        let wanted = self[keyPath: log].takeWanted()
        return BookWish(rows: WantedRows(sql, wanted.map(key))) { book, found in
            let rows = Dictionary(grouping: try found.map { (try keyOf($0), $0) }) { $0.0 }
            for key in wanted {
                book[keyPath: log].load(try (rows[key] ?? []).compactMap { try read($0.1) }, for: key)
            }
        }
    }
}

extension ClaimTime {
    fileprivate init(_ row: Row) throws {
        self.init(
            person: try row.identifier("person"), at: try row.instant("happened_at"),
            received: try row.instant("received"))
    }
}
