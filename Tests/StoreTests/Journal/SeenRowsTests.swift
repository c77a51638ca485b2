import Classroom
import Support
import Testing

@testable import Store

/// What one group of entries saw, and the next one need not read again.
@Suite struct SeenRowsTests {
    /// Those who claim to be at a second class were seen at the first.
    @Test func peopleAreReadOnce() async throws {
        let book = try await TestBook()
        let course = try await TestCourse(book, students: 3)
        let seen = SeenRows()
        let first = try await tables(of: course.claims(), on: course, seen)
        #expect(first.contains("person") && first.contains("enrolment"))
        let again = try await tables(of: course.claims(), on: course, seen)
        #expect(!again.contains("person") && !again.contains("enrolment") && again.contains("mark"))
    }

    /// Another server, or a command, can write to the same file at any time.
    @Test(arguments: Engine.allCases)
    func whatOthersChangeIsSeen(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await TestCourse(book, students: 1)
        let (student, ofCourse) = (course.students[0], course.course)
        try await book.expectAccepted([book.enrolment(.enrolmentDeclined, student, ofCourse)])
        #expect(try await course.outcomes() == [.rejected])
        let other = try await Store(book.place.address, signInKey: TestBook.key)
        let taken = book.enrolment(.enrolmentAccepted, student, ofCourse)
        let told = try await other.append([taken], device: book.device, by: book.maker, now: .now)
        #expect(told.map(\.outcome) == [.accepted])
        #expect(try await course.outcomes() == [.accepted])
        try await other.close()
    }

    /// What was not committed never was.
    @Test func whatIsTakenBackIsForgotten() async throws {
        let book = try await TestBook()
        let course = try await TestCourse(book, students: 1)
        let left = Incoming(
            try IncomingEntry(
                book.enrolment(.enrolmentDeclined, course.students[0], course.course), device: book.device, now: .now),
            by: book.maker, now: .now)
        let seen = SeenRows()
        await #expect(throws: Lost.self) {
            try await book.store.database.write { connection in
                seen.begin()
                #expect(try JournalGroup.append([left], on: connection, seen: seen).map(\.outcome) == [.accepted])
                throw Lost()
            }
        }
        let claims = try course.claims()
        let results = try await book.store.database.write { connection in
            seen.begin()
            return try JournalGroup.append(claims, on: connection, seen: seen)
        }
        #expect(results.map(\.outcome) == [.accepted])
    }

    private struct Lost: Error {}

    /// Names of the tables that a group reads.
    private func tables(of claims: [Incoming], on course: TestCourse, _ seen: SeenRows) async throws -> Set<String> {
        try await course.book.store.database.write { connection in
            let counting = CountingConnection(connection)
            seen.begin()
            _ = try JournalGroup.append(claims, on: counting, seen: seen)
            seen.commit()
            return Set(
                counting.statements.filter { $0.sql.hasPrefix("SELECT") }.compactMap { statement in
                    statement.sql.split(separator: "FROM ").last?.split(separator: " ").first.map(String.init)
                })
        }
    }
}

extension TestCourse {
    /// A claim of each student.
    func claims() throws -> [Incoming] {
        try students.map { student in
            Incoming(
                try IncomingEntry(book.claim(session), device: student, now: .now), by: book.student(student), now: .now
            )
        }
    }

    /// What becomes of a claim of each student.
    fileprivate func outcomes() async throws -> [EntryResult.Outcome] {
        var outcomes: [EntryResult.Outcome] = []
        for student in students {
            outcomes += try await book.post([book.claim(session)], by: book.student(student), now: .now).map(\.outcome)
        }
        return outcomes
    }
}
