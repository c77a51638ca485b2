import Classroom

/// Rows that a book wants, and where they go.
struct BookWish {
    let rows: WantedRows
    let take: (inout Book, [Row]) throws -> Void
}

extension Book {
    /// What is wanted. It is wanted no more.
    mutating func takeWishes() -> [BookWish] {
        let rows = [
            wish(people.takeWanted(), .people, \.people), wish(details.takeWanted(), .details, \.details),
            wish(studentTypes.takeWanted(), .studentTypes, \.studentTypes),
            wish(pictures.takeWanted(), .pictures, \.pictures),
            wish(registrations.takeWanted(), .registrations, \.registrations),
            wish(venues.takeWanted(), .venues, \.venues), wish(courses.takeWanted(), .courses, \.courses),
            wish(enrolments.takeWanted(), .enrolments, \.enrolments),
            wish(ownEnrolments.takeWanted(), .ownEnrolments, \.ownEnrolments),
            wish(ownReconfirmed.takeWanted(), .ownReconfirmed, \.ownReconfirmed),
            wish(ownVotes.takeWanted(), .ownVotes, \.ownVotes), wish(classes.takeWanted(), .classes, \.classes),
            wish(marks.takeWanted(), .marks, \.marks),
            wish(reconfirmations.takeWanted(), .reconfirmations, \.reconfirmations),
            wish(reconfirmed.takeWanted(), .reconfirmed, \.reconfirmed),
            wish(questions.takeWanted(), .questions, \.questions), wish(votes.takeWanted(), .votes, \.votes),
            wish(trainings.takeWanted(), .trainings, \.trainings), wish(nearby.takeWanted(), .nearby, \.nearby),
            wish(choices.takeWanted(), .choices, \.choices), wish(school.takeWanted(), .school, \.school),
            wish(editTimes.takeWanted(), .editTimes, \.editTimes),
            instructors(courseInstructors.takeWanted()),
        ]
        return (takeSearches() + rows + takeBelongings() + takeJournal()).compactMap(\.self)
    }

    private func wish<R>(
        _ keys: [R.Key], _ table: RowTable<R>, _ place: @escaping @autoclosure () -> WritableKeyPath<Book, Rows<R>>
    ) -> BookWish? {
        guard !keys.isEmpty else { return nil }
        return BookWish(rows: table.found(keys)) { book, found in
            book[keyPath: place()].load(try found.map(table.read), for: keys)
        }
    }

    private func instructors(_ courses: [Identifier]) -> BookWish? {
        guard !courses.isEmpty else { return nil }
        return BookWish(rows: CourseInstructors.found(courses)) { book, found in
            book.courseInstructors.load(try CourseInstructors.lists(found), for: courses)
        }
    }

    /// Rows that searches find.
    private mutating func takeSearches() -> [BookWish?] {
        [
            wish(studentIDs.takeWanted().map(\.text), .people, \.people, where: "student_id IN $list"),
            wish(
                typeNames.takeWanted().map(\.text), .studentTypes, \.studentTypes,
                where: "name_key IN $list AND is_deleted = 0"),
            wish(
                numbers.takeWanted().isEmpty ? [] : [1], .people, \.people,
                where: "student_number IS NOT NULL AND 1 IN $list ORDER BY student_number DESC LIMIT 1100"),
            wish(
                typed.takeWanted(), .people, \.people,
                where: """
                    id IN (SELECT id FROM (
                        SELECT id, ROW_NUMBER() OVER (PARTITION BY type ORDER BY id) AS place FROM person
                        WHERE type IN $list AND removed_at IS NULL) AS typed WHERE place <= 1100)
                    """),
            wish(
                owners.takeWanted().isEmpty ? [] : [1], .people, \.people, where: "is_owner = 1 AND is_owner IN $list"),
            wish(
                mergedVenues.takeWanted().isEmpty ? [] : [0, 1], .venues, \.venues,
                where: "merged_into IS NOT NULL AND is_hidden IN $list"),
            wish(
                sessions.takeWanted(), .classes, \.classes,
                where: "instructor IN $list AND phase IN ('running', 'paused')"),
            wish(
                plans.takeWanted(), .classes, \.classes,
                where: "course IN $list AND phase IN ('scheduled', 'cancelled')"),
            wish(
                requests.takeWanted(), .enrolments, \.enrolments, where: "course IN $list AND state = 'requested'"),
            wish(attendance.takeWanted(), .marks, \.marks, where: "class IN $list AND is_present = 1"),
            wish(
                reconfirmationsOfClass.takeWanted(), .reconfirmations, \.reconfirmations, where: "class IN $list"),
        ]
    }

    /// Rows of people who are merged or separated.
    private mutating func takeBelongings() -> [BookWish?] {
        let people = belongings.takeWanted()
        guard !people.isEmpty else { return [] }
        let courses = BookWish(rows: CourseInstructors.found(taughtBy: people.map(\.sqlValue))) { book, found in
            book.courseInstructors.load(try CourseInstructors.lists(found))
        }
        return [
            wish(people, .enrolments, \.enrolments, where: "person IN $list"),
            wish(people, .ownEnrolments, \.ownEnrolments, where: "person IN $list"),
            wish(people, .reconfirmed, \.reconfirmed, where: "person IN $list"),
            wish(people, .ownReconfirmed, \.ownReconfirmed, where: "person IN $list"),
            wish(people, .votes, \.votes, where: "person IN $list"),
            wish(people, .ownVotes, \.ownVotes, where: "person IN $list"),
            wish(people, .trainings, \.trainings, where: "person IN $list"),
            wish(people, .questions, \.questions, where: "asker IN $list"),
            wish(people, .classes, \.classes, where: "instructor IN $list"),
            courses,
        ]
    }

    private func wish<R>(
        _ wanted: [some SQLConvertible], _ table: RowTable<R>,
        _ place: @escaping @autoclosure () -> WritableKeyPath<Book, Rows<R>>, where condition: String
    ) -> BookWish? {
        guard !wanted.isEmpty else { return nil }
        return BookWish(rows: table.found(where: condition, wanted.map(\.sqlValue))) { book, found in
            book[keyPath: place()].load(try found.map(table.read))
        }
    }
}

// What the journal has of classes.
extension Book {
    private mutating func takeJournal() -> [BookWish?] {
        [
            log(
                events.takeWanted(), \.events,
                """
                SELECT class, \(ClassEvent.columns) FROM entry WHERE class IN $list AND \(ClassEvent.isOne)
                ORDER BY happened_at, sequence
                """, key: { [$0.sqlValue] }, keyOf: { try $0.identifier("class") }, ClassEvent.init),
            log(
                claims.takeWanted(), \.claims,
                """
                SELECT class, person, happened_at, received FROM entry
                WHERE class IN $list AND kind = 'attendance.claimed' AND person IS NOT NULL
                """, key: { [$0.sqlValue] }, keyOf: { try $0.identifier("class") }, ClaimTime.init),
            log(
                words.takeWanted(), \.words,
                """
                SELECT class, kind, person, maker, device, happened_at, received, sequence, fields FROM entry
                WHERE (class, person) IN $list AND \(AttendanceWord.isOne) ORDER BY happened_at, sequence
                """, key: { [$0.first.sqlValue, $0.second.sqlValue] }, keyOf: { try $0.pair("class", "person") },
                AttendanceWord.init),
            log(
                spoken.takeWanted(), \.spoken,
                """
                SELECT person.id AS person, class.id AS class FROM person JOIN class ON EXISTS (
                    SELECT 1 FROM entry WHERE entry.class = class.id AND entry.person = person.id AND \(AttendanceWord.isOne))
                WHERE person.id IN $list
                """, key: { [$0.sqlValue] }, keyOf: { try $0.identifier("person") }, { try $0.identifier("class") }),
        ]
    }

    private func log<Key, Event>(
        _ wanted: [Key], _ log: @escaping @autoclosure () -> WritableKeyPath<Book, Log<Key, Event>>, _ sql: String,
        key: (Key) -> [SQLValue], keyOf: @escaping (Row) throws -> Key, _ read: @escaping (Row) throws -> Event?
    ) -> BookWish? {
        guard !wanted.isEmpty else { return nil }
        return BookWish(rows: WantedRows(sql, wanted.map(key))) { book, found in
            let rows = Dictionary(grouping: try found.map { (try keyOf($0), $0) }) { $0.0 }
            for key in wanted {
                book[keyPath: log()].load(try (rows[key] ?? []).compactMap { try read($0.1) }, for: key)
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
