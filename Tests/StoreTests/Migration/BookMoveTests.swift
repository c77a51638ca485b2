import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct BookMoveTests {
    @Test(arguments: Engine.allCases, Engine.allCases)
    func aWholeBook(from: Engine, to: Engine) async throws {
        let (book, target) = try await (TestBook.rich(from), EmptyTarget(to))
        let report = try await book.move(to: target.database)
        #expect(report.isSame && !report.wasComplete && report.grown == 0)
        #expect(report.source.map(\.table) == BookTable.all.map(\.name))
        #expect(report.source.allSatisfy { $0.count > 0 })
        #expect(try await target.dump() == book.dump())
        #expect(try await Doctor(database: target.database) { _ in }.examine().findings == [])
        // Once more, and the other way round.
        for (source, target) in [(book.store.database, target.database), (target.database, book.store.database)] {
            let readOnly = InterceptedDatabase(inner: target, beforeWrite: { throw Interruption() })
            let again = try await BookMove(source: source, target: readOnly) { _ in }.run(now: .now)
            #expect(again.isSame && again.wasComplete)
        }
        // One can go on with it, and the moved book goes on with the next number.
        let store = try await Store(target.database, now: .now)
        let next = try await store.append(
            [book.added(.make(at: .now), "Ann", "Fleming", id: "77")], device: book.device, by: book.maker)
        #expect(try await next.map(\.sequence) == [book.store.lastSequence() + 1])
    }

    @Test(arguments: Engine.allCases, [false, true])
    func interruptedAndStartedAgain(to: Engine, afterCommit: Bool) async throws {
        // From the other engine, if there is one.
        let book = try await TestBook.rich(Engine.allCases.last { $0 != to } ?? to)
        let dump = try await book.dump()
        var interruptions = 0
        for number in 1...100 {
            let target = try await EmptyTarget(to)
            let writes = Tally()
            let stop: @Sendable () async throws -> Void = {
                if await writes.next() == number { throw Interruption() }
            }
            let flaky =
                afterCommit
                ? InterceptedDatabase(inner: target.database, afterWrite: stop)
                : InterceptedDatabase(inner: target.database, beforeWrite: stop)
            var wasInterrupted = false
            do {
                _ = try await book.move(to: flaky)
            } catch is Interruption {
                wasInterrupted = true
            }
            let report = try await book.move(to: target.database)
            #expect(report.isSame)
            #expect(try await target.dump() == dump)
            guard wasInterrupted else { break }
            interruptions += 1
        }
        // The schema, the pictures, three parts of the journal, codes and sign-ins.
        #expect(interruptions >= 8)
    }

    @Test(arguments: Engine.allCases)
    func aSourceThatGrowsMeanwhile(engine: Engine) async throws {
        let (book, target) = try await (TestBook.rich(.sqlite), EmptyTarget(engine))
        let writes = Tally()
        let busy = InterceptedDatabase(
            inner: target.database,
            afterWrite: { if await writes.next() == 4 { _ = try await book.addMore(900, 7) } })
        let report = try await book.move(to: busy)
        #expect(report.grown == 7)
        let again = try await book.move(to: target.database)
        #expect(again.isSame && again.grown == 0)
    }

    @Test(arguments: Engine.allCases)
    func aTargetThatHoldsSomethingElse(engine: Engine) async throws {
        let book = try await TestBook.rich(.sqlite)
        let other = try await TestBook(engine)
        await expectRefused(book, other.store.database, "its journal does not start like the source’s.")
        // Longer than the source: perhaps they were mixed up.
        let moved = try await EmptyTarget(engine)
        _ = try await book.move(to: moved.database)
        let store = try await Store(moved.database, now: .now).using(TestBook.key)
        _ = try await store.makeToken(for: book.instructor)
        await expectRefused(book, moved.database, "rows in the table sign_in that the source does not have.")
        _ = try await store.append(
            [book.added(.make(at: .now), "Ann", "Fleming", id: "77")], device: book.device, by: book.maker)
        await expectRefused(book, moved.database, "The journal of the target is longer than the source’s.")
    }

    @Test(arguments: Engine.allCases)
    func booksOfAnOlderShala(engine: Engine) async throws {
        let (book, old) = try await (TestBook.rich(.sqlite), EmptyTarget(engine))
        try await old.database.keepFirstVersion(of: TestBook())
        await expectRefused(book, old.database, "The target holds a book of an older Shala.")
        await #expect {
            _ = try await BookMove(source: old.database, target: EmptyTarget(.sqlite).database) { _ in }.run(now: .now)
        } throws: {
            String(describing: $0).hasPrefix("The source was last opened by an older Shala.")
        }
        // Tables and nothing in them: somebody has begun to move a book there.
        let begun = try await EmptyTarget(engine)
        try await begun.database.keepFirstVersion()
        #expect(try await book.move(to: begun.database).isSame)
    }

    @Test(arguments: Engine.allCases)
    func aTargetWithTablesOfItsOwn(engine: Engine) async throws {
        let (book, target) = try await (TestBook.rich(.sqlite), EmptyTarget(engine))
        _ = try await target.database.write { try $0.run("CREATE TABLE diary (page TEXT)") }
        await expectRefused(book, target.database, "The target holds tables that are not Shala’s: diary.")
    }

    @Test(arguments: Engine.allCases)
    func aTargetWithRowsAndNoJournal(engine: Engine) async throws {
        let (book, target) = try await (TestBook.rich(.sqlite), EmptyTarget(engine))
        let store = try await Store(target.database, now: .now)
        _ = try await store.database.write {
            try $0.run(
                "INSERT INTO student_type (id, name, name_key, is_deleted) VALUES ($1, 'b', 'c', 0)",
                Identifier.make(at: .now))
        }
        await expectRefused(book, target.database, "has no journal, but has rows in the table student_type.")
    }

    @Test(arguments: Engine.allCases)
    func aJournalThatTheRulesRefuse(engine: Engine) async throws {
        let (book, target) = try await (TestBook.rich(.sqlite), EmptyTarget(engine))
        _ = try await book.store.database.write { try $0.run("UPDATE entry SET kind = 'x.y' WHERE sequence = 9") }
        await #expect {
            _ = try await book.move(to: target.database)
        } throws: {
            String(describing: $0).hasPrefix("Entry 9 of the source cannot be applied: kind: There is no such kind")
        }
    }

    @Test(arguments: Engine.allCases)
    func tablesThatDidNotFollowFromTheJournal(engine: Engine) async throws {
        let (book, target) = try await (TestBook.rich(.sqlite), EmptyTarget(engine))
        try await book.store.database.write { connection in
            try connection.run("UPDATE person SET attended = 99")
            // The entries after it keep their numbers.
            try connection.run("DELETE FROM entry WHERE kind = 'person.numbered'")
        }
        let report = try await book.move(to: target.database)
        #expect(!report.isSame)
        let different = zip(report.source, report.target).filter { $0 != $1 }.map(\.0.table)
        #expect(different == ["person", "person_word", "edit_times"] && report.differsOnlyInDerived)
        let findings = try await Doctor(database: target.database) { _ in }.examine().findings
        #expect(findings.count == 1 && findings[0].hasSuffix("is missing from the journal."))
    }

    private func expectRefused(_ book: TestBook, _ target: any Database, _ words: String) async {
        let untouched = InterceptedDatabase(inner: target, beforeWrite: { throw Interruption() })
        await #expect {
            _ = try await book.move(to: untouched)
        } throws: {
            ($0 as? RefusedMove)?.description.contains(words) == true
        }
    }
}

struct Interruption: Error {}

extension TestBook {
    static func rich(_ engine: Engine, hasLater: Bool = true) async throws -> TestBook {
        let book = try await TestBook(engine)
        try await book.fill(hasLater: hasLater)
        // As in a book that is older than the rule by which facts are judged by their time.
        if hasLater {
            try await book.store.database.write { try $0.run("INSERT INTO untimed (id, last) VALUES (1, 0)") }
        }
        return book
    }

    /// In three parts.
    func move(to target: any Database) async throws -> BookMove.Report {
        try await BookMove(source: store.database, target: target, entriesAtOnce: 60) { _ in }.run(now: .now)
    }
}

/// A database in which there is nothing yet.
final class EmptyTarget: Sendable {
    let database: any Database
    let place: BookPlace

    init(_ engine: Engine) async throws {
        place = try BookPlace(engine)
        database = try await BookAddress(place.address).open()
    }

    deinit {
        do { try place.remove() } catch { print("left behind: \(place.address): \(error)") }
    }

    func dump() async throws -> [String] { try await database.dump() }
}
