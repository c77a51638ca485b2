import Classroom
import Figures
import Foundation
import Support
import Testing

@testable import Store

/// Entries that share a transaction.
@Suite struct JournalGroupTests {
    /// However entries are divided into groups, the same becomes of them as one by one, on both engines.
    @Test(arguments: 0..<4)
    func groupingChangesNothing(seed: UInt64) async throws {
        var history = RandomHistory(seed: seed)
        let entries = (0..<320).map { _ in history.next() }
        let wanted = try await Self.outcome(of: entries, on: .sqlite, groups: { _ in 1 })
        #expect(Set(wanted.results.map(\.outcome)) == [.accepted, .duplicate, .rejected, .conflict])
        for engine in Engine.allCases {
            var generator = SeededGenerator(seed: seed)
            let found = try await Self.outcome(of: entries, on: engine) { left in
                min(left, Int.random(in: 1...200, using: &generator))
            }
            for (number, (one, other)) in zip(wanted.results, found.results).enumerated() where one != other {
                Issue.record("\(engine) \(number) \(entries[number]): \(one) one by one, \(other) in a group")
            }
            #expect(wanted.tables.count == found.tables.count)
            for (one, other) in zip(wanted.tables, found.tables) where one != other {
                Issue.record("\(engine): \(one) one by one, \(other) in a group")
            }
            let findings = try await Doctor.examine(found.place.address) { _ in }.findings
            #expect(findings == [])
            try found.place.remove()
        }
        try wanted.place.remove()
    }

    /// A group costs as many statements as an entry.
    @Test(arguments: Engine.allCases)
    func statementsDoNotDependOnTheSize(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let course = try await TestCourse(book, students: 101)
        let claims = try course.claims()
        let seen = SeenRows()
        let one = try await count(of: Array(claims.prefix(1)), on: book, seen: seen)
        let many = try await count(of: Array(claims.dropFirst()), on: book, seen: seen, trips: 1)
        #expect(one == many && many <= 11)
        let registered = try (0..<101).map { _ in
            Incoming(
                try IncomingEntry(book.registered(.make(at: .now)), device: book.device, now: .now), by: book.maker,
                now: .now)
        }
        let first = try await count(of: Array(registered.prefix(1)), on: book)
        let others = try await count(of: Array(registered.dropFirst()), on: book)
        #expect(first == others && others <= 6)
    }

    /// A claim writes what is new of it. Of its class only the number of who attends is, which no index has while the class is
    /// in session; and no row makes SQLite fill a table of its own with the words that a column may have.
    @Test func claimsWriteLittle() async throws {
        let book = try await TestBook()
        let course = try await TestCourse(book, students: 2)
        let statements = try await book.store.database.write { [codeJudge = book.store.codeJudge] connection in
            let claims = try course.claims()
            let counting = CountingConnection(connection)
            let results = try JournalGroup.append(claims, on: counting, codeJudge)
            #expect(results.map(\.outcome) == [.accepted, .accepted])
            let writing = counting.statements.filter { !$0.sql.hasPrefix("SELECT") }
            return try writing.map { statement in
                let rows = try connection.rows("EXPLAIN " + statement.sql, values: statement.values)
                return (sql: statement.sql, steps: try rows.map { try $0.text("opcode") })
            }
        }
        let classes = statements.filter { $0.sql.hasPrefix("UPDATE") }
        #expect(classes.map(\.sql) == ["UPDATE class SET attending = $2 WHERE id = $1"])
        let rows = statements.filter { $0.sql.hasPrefix("INSERT") }
        #expect(Set(rows.map { $0.sql.split(separator: " ")[2] }) == ["mark", "entry"])
        #expect(statements.count == 5)
        #expect(statements.allSatisfy { !$0.steps.contains("OpenEphemeral") })
    }

    /// However large a table is, entries read the rows that they need and no others.
    @Test func everyStatementGoesAlongAnIndex() async throws {
        let store = try await Store(BookPlace(.sqlite).address, signInKey: TestBook.key)
        var history = RandomHistory(seed: 7)
        let entries = try (0..<400).map { _ in
            let one = history.next()
            return Incoming(try IncomingEntry(one.entry, device: one.device, now: one.now), by: one.maker, now: one.now)
        }
        let plans = try await store.database.write { [codeJudge = store.codeJudge] connection in
            let counting = CountingConnection(connection)
            for start in stride(from: 0, to: entries.count, by: 50) {
                _ = try JournalGroup.append(Array(entries[start..<start + 50]), on: counting, codeJudge)
            }
            return try counting.plans()
        }
        #expect(plans.count > 40)
        let tables = BookTable.all.map(\.name)
        for (sql, plan) in plans {
            // Plans of insertions show checks of foreign keys that are skipped. Owners have an index of their own.
            guard !sql.hasPrefix("INSERT") else { continue }
            // Where somebody was who is removed or put back, which is rare, is asked of each class.
            guard !sql.hasPrefix("SELECT person.id AS person, class.id AS class FROM person JOIN class ON EXISTS")
            else {
                continue
            }
            // So is what people voted and answered who are merged or separated.
            guard !sql.contains("FROM question_vote WHERE person IN"),
                !sql.contains("FROM reconfirmed WHERE person IN")
            else { continue }
            let scans = plan.filter { $0.hasPrefix("SCAN ") && $0 != "SCAN person USING INDEX person_owner" }
            #expect(scans.allSatisfy { scan in !tables.contains { scan.hasPrefix("SCAN \($0)") } }, "\(sql): \(plan)")
        }
        try await store.close()
    }

    /// Swift takes text for equal that has other bytes; the book does not.
    @Test(arguments: Engine.allCases)
    func textOfOtherBytesIsAnotherText(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (one, other) = (Identifier.make(at: .now), Identifier.make(at: .now))
        try await book.expectAccepted([book.added(one, "\u{E9}", "Fleming", id: "\u{E9}")])
        try await book.expectAccepted([
            book.entry(.personEdited, ["person": .text(one.text), "firstName": .text("e\u{301}")]),
            book.added(other, "Bea", "Okafor", id: "e\u{301}"),
        ])
        #expect(Array(try await book.store.person(one).name.first.utf8) == Array("e\u{301}".utf8))
        #expect(try await Doctor.examine(book.place.address) { _ in }.findings == [])
    }

    /// A class that moves takes no other of its group along: each is sorted by its own venue.
    @Test(arguments: Engine.allCases)
    func aClassStaysWhereItIsBesideOneThatMoves(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let session = try await book.startClass()
        try await book.expectAccepted([
            book.mark(.attendanceMarked, session, student), book.step(.classSaved, session),
        ])
        let (loft, barn) = (try await book.addVenue("Loft"), try await book.addVenue("Barn"))
        let course = try await book.addCourse(at: loft)
        let later = Instant.now.adding(milliseconds: 86_400_000)
        let next = try await book.schedule(course, at: later)
        // The class where the student was has one less; its venue is asked for by nothing else.
        try await book.expectAccepted([
            book.entry(.personRemoved, ["person": .text(student.text)]),
            book.scheduled(next, of: course, at: later, ["venue": .text(barn.text)]),
        ])
        #expect(try await Doctor.examine(book.place.address) { _ in }.findings == [])
    }

    /// What the tables refuse is rejected alone.
    @Test(arguments: Engine.allCases)
    func aConstraintRejectsItsEntryOnly(engine: Engine) async throws {
        let book = try await TestBook(engine)
        // Nobody posts who is not there; if they did, they could have no wishes.
        let nobody = Maker(person: .make(at: .now), role: .instructor)
        let venue = Identifier.make(at: .now)
        let chosen = book.entry(.notificationsChosen, ["topic": .text("marks"), "wanted": .flag(true)])
        let entries = [chosen, book.entry(.venueSaved, ["venue": .text(venue.text), "name": .text("Hall")])]
        async let others = book.post([book.added(.make(at: .now), "Ann", "Fleming", id: "1")])
        let results = try await book.post(entries, by: nobody)
        #expect(results.map(\.outcome) == [.rejected, .accepted])
        #expect(results[0].problems.map(\.code) == ["refused"])
        #expect(try await others.map(\.outcome) == [.accepted])
        #expect(try await book.post([chosen], by: nobody).map(\.outcome) == [.rejected])
        #expect(try await book.store.venues(near: nil).map(\.name) == ["Hall"])
    }

    /// Groups that follow each other closely: one that fails takes neither the one before nor the one after with it.
    @Test(arguments: Engine.allCases)
    func groupsThatFailHarmNoOthers(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let outcomes = await withTaskGroup(of: (Int, EntryResult.Outcome?).self) { group in
            for number in 0..<600 {
                group.addTask {
                    let isRefused = number % 40 == 7
                    let entry =
                        isRefused
                        ? book.entry(.notificationsChosen, ["topic": .text("marks"), "wanted": .flag(true)])
                        : book.entry(
                            .venueSaved, ["venue": .text(Identifier.make(at: .now).text), "name": .text("\(number)")])
                    let maker = isRefused ? Maker(person: .make(at: .now), role: .instructor) : book.maker
                    return (number, try? await book.post([entry], by: maker).first?.outcome)
                }
            }
            return await group.reduce(into: [Int: EntryResult.Outcome?]()) { $0[$1.0] = $1.1 }
        }
        for (number, outcome) in outcomes {
            #expect(outcome == (number % 40 == 7 ? .rejected : .accepted), "\(number)")
        }
        let names = try await book.store.database.read {
            try $0.rows("SELECT name FROM venue").map { try $0.text("name") }
        }
        #expect(Set(names) == Set((0..<600).filter { $0 % 40 != 7 }.map(String.init)) && names.count == 585)
        #expect(try await Doctor.examine(book.place.address) { _ in }.findings == [])
    }

    private func count(
        of entries: [Incoming], on book: TestBook, seen: SeenRows = SeenRows(), trips: Int = 2
    ) async throws -> Int {
        try await book.store.database.write { connection in
            let counting = CountingConnection(connection)
            let results = try JournalGroup.append(entries, on: counting, seen: seen)
            #expect(results.allSatisfy { $0.outcome == .accepted })
            #expect(!counting.takesLists || counting.trips <= trips, "The commit is one more.")
            return counting.count
        }
    }

    struct Outcome {
        let place: BookPlace
        let results: [EntryResult]
        let tables: [String]
    }

    private static func outcome(
        of entries: [RandomHistory.Posted], on engine: Engine, groups: (Int) -> Int
    ) async throws -> Outcome {
        let place = try BookPlace(engine)
        let store = try await Store(place.address, signInKey: TestBook.key)
        let incoming = try entries.map {
            Incoming(try IncomingEntry($0.entry, device: $0.device, now: $0.now), by: $0.maker, now: $0.now)
        }
        var (results, start): ([EntryResult], Int) = ([], 0)
        let seen = SeenRows()
        while start < incoming.count {
            let part = Array(incoming[start..<start + groups(incoming.count - start)])
            results += try await store.database.write { [codeJudge = store.codeJudge] connection in
                try JournalGroup.append(part, on: connection, codeJudge, seen: seen)
            }
            start += part.count
        }
        let tables = try await store.database.read { try Self.dump($0) }
        try await store.close()
        return Outcome(place: place, results: results, tables: tables)
    }

    private static func dump(_ connection: any Connection) throws -> [String] {
        // The server's own entries have identifiers by chance.
        let journal = try connection.rows(
            "SELECT sequence, maker, kind, happened_at, fields FROM entry ORDER BY sequence")
        return try journal.map { "entry \($0.words)" }
            + BookTable.all(.derived).flatMap { table in
                try connection.rows("SELECT * FROM \(table.name)").map { "\(table.name) \($0.words)" }.sorted()
            }
    }
}

extension Row {
    /// Columns by name, with their values.
    fileprivate var words: String {
        names.map { "\($0)=\(self[$0] ?? .null)" }.joined(separator: " ")
    }
}
