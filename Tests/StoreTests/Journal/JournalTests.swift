import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct JournalTests {
    @Test(arguments: Engine.allCases)
    func sentAgainItIsADuplicateWithTheSameNumber(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let entry = book.added(.make(at: .now), "Ann", "Fleming", id: "1")
        let first = try await book.post([entry])
        let again = try await book.post([entry, entry])
        #expect(first.map(\.outcome) == [.accepted])
        #expect(again.map(\.outcome) == [.duplicate, .duplicate])
        #expect(again.map(\.sequence) == [first[0].sequence, first[0].sequence])
        #expect(try await book.store.lastSequence() == first[0].sequence)
    }

    @Test(arguments: Engine.allCases)
    func theSameIdentifierWithAnotherBodyIsAConflict(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let person = Identifier.make(at: .now)
        let entry = book.added(person, "Ann", "Fleming", id: "1")
        try await book.expectAccepted([entry])
        let id = try #require(entry.identifier)
        let at = try #require(entry.instant)
        let others = [
            PostedEntry(id: id, kind: .personAdded, at: at, fields: entry.fields + [Field("github", .text("x"))]),
            PostedEntry(id: id, kind: .personAdded, at: at.adding(milliseconds: 1), fields: entry.fields),
            PostedEntry(id: id, kind: .personDeactivated, at: at, fields: [Field("person", .text(person.text))]),
            PostedEntry(id: id, kind: .personAdded, at: at, fields: []),
        ]
        #expect(try await book.post(others).map(\.outcome) == [.conflict, .conflict, .conflict, .conflict])
        let elsewhere = try await book.store.append([entry], device: .make(at: .now), by: book.maker)
        #expect(elsewhere.map(\.outcome) == [.conflict])
        #expect(try await book.store.person(person).github == "")
    }

    @Test(arguments: Engine.allCases)
    func oneRejectedEntryStopsOnlyThoseThatNeedIt(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (one, other) = (Identifier.make(at: .now), Identifier.make(at: .now))
        let results = try await book.post([
            book.added(one, "", "", id: "1"),
            book.entry(.personDeactivated, ["person": .text(one.text)]),
            book.added(other, "Ann", "Fleming", id: "1"),
        ])
        #expect(results.map(\.outcome) == [.rejected, .rejected, .accepted])
        #expect(results[1].problems.map(\.code) == ["notFound"])
        #expect(try await book.store.person(other).name.full == "Ann Fleming")
    }

    @Test(arguments: Engine.allCases)
    func aRejectedEntryLeavesNothing(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let before = try await book.dump()
        let results = try await book.post([
            book.entry(.personAdded, ["person": .text("nobody")]),
            PostedEntry(members: []),
            PostedEntry(members: [Field("id", .text("x")), Field("kind", .text("nonsense")), Field("at", .text("now"))]
            ),
            book.added(.make(at: .now), "Ann", "Fleming", id: "90000000"),
            book.entry(.classStarted, ["class": .text(UUID().uuidString), "venue": .text(UUID().uuidString)]),
            book.added(.make(at: .now), "Ann", String(repeating: "L", count: 10_000), id: "1"),
        ])
        #expect(results.allSatisfy { $0.outcome == .rejected && !$0.problems.isEmpty })
        #expect(try await book.dump() == before)
    }

    @Test(arguments: Engine.allCases)
    func studentsMayNotDoWhatInstructorsDo(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let entry = book.entry(.personEdited, ["person": .text(student.text), "firstName": .text("Eve")])
        #expect(try await book.problems(entry, by: Maker(person: student, role: .student)) == ["kind forbidden"])
        #expect(try await book.store.person(student).name.first == "Student")
    }

    @Test(arguments: Engine.allCases)
    func numbersHaveNoGapsHoweverManyWriteAtOnce(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let first = try await book.store.lastSequence()
        let entries = (0..<300).map { book.added(.make(at: .now), "Student", "Number \($0)", id: "\(20_000_000 + $0)") }
        let sequences = try await withThrowingTaskGroup(of: [EntryResult].self) { group in
            for entry in entries {
                group.addTask { try await book.post([entry, entry]) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(sequences.filter { $0.outcome == .accepted }.count == 300)
        #expect(sequences.filter { $0.outcome == .duplicate }.count == 300)
        #expect(Set(sequences.compactMap(\.sequence)) == Set(first + 1...first + 300))
        let told = try await book.store.entries(after: first, most: 1000)
        #expect(told.map(\.sequence) == Array(first + 1...first + 300))
    }

    @Test(arguments: Engine.allCases)
    func aRehearsalChangesNothing(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let before = try await book.dump()
        let results = try await book.store.append(
            [book.added(.make(at: .now), "Ann", "Fleming", id: "1")], device: book.device, by: .host, rehearsing: true)
        #expect(results.map(\.outcome) == [.accepted])
        #expect(try await book.dump() == before)
    }
}

extension TestBook {
    /// Every row of every table that follows from the journal, and the journal, as text.
    func dump() async throws -> [String] { try await store.database.dump() }
}

extension Database {
    /// As `TestBook.dump`.
    func dump() async throws -> [String] {
        try await read { connection in
            var lines: [String] = []
            for table in ["entry", "person", "person_word", "student_type", "venue", "class", "mark", "picture"] {
                lines += try connection.rows("SELECT * FROM \(table)").map { "\(table) \($0.values)" }.sorted()
            }
            return lines
        }
    }
}
