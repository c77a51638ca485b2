import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct SQLiteDatabaseTests {
    @Test func isDurable() async throws {
        let book = try await TestBook()
        let (journal, synchronous) = try await book.store.database.write { connection in
            (
                try connection.first("PRAGMA journal_mode")?.text("journal_mode"),
                try connection.first("PRAGMA synchronous")?.integer("synchronous")
            )
        }
        #expect(journal == "wal")
        // 2 is FULL.
        #expect(synchronous == 2)
    }

    /// A full disk, as SQLite's own limit of pages.
    @Test func whatIsFullSaysSoAndGoesOn() async throws {
        let book = try await TestBook()
        func limit(_ pages: Int64) async throws {
            _ = try await book.store.database.write { try $0.first("PRAGMA max_page_count = \(pages)") }
        }
        let before = try await book.store.lastSequence()
        try await limit(1)
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do {
                        for number in 0..<20 { _ = try await book.addVenue("Hall \(number)") }
                        return "added"
                    } catch Problem.unavailable { return "unavailable" } catch { return "\(error)" }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(outcomes.contains("unavailable") && outcomes.isSubset(of: ["unavailable", "added"]))
        try await limit(1_000_000)
        _ = try await book.addVenue()
        let last = try await book.store.lastSequence()
        #expect(last > before)
        #expect(try await book.store.entries(after: 0, most: 10_000).count == Int(last))
    }

    @Test func aTableThatHasChangedIsReadAnew() async throws {
        let book = try await TestBook()
        let names = try await book.store.database.write { connection in
            try connection.run("CREATE TABLE thing (one INTEGER)")
            try connection.run("INSERT INTO thing VALUES ($1)", 1)
            let before = try connection.first("SELECT * FROM thing")?.names
            try connection.run("ALTER TABLE thing ADD COLUMN other INTEGER")
            return [before, try connection.first("SELECT * FROM thing")?.names]
        }
        #expect(names == [["one"], ["one", "other"]])
    }

    @Test func placeholdersGoByTheirNumber() async throws {
        let book = try await TestBook()
        let row = try await book.store.database.read { connection in
            try connection.first("SELECT $2 AS b, $1 AS a, $2 AS c, $10 AS d", values: (1...10).map { .integer($0) })
        }
        #expect(try row?.integer("a") == 1)
        #expect(try row?.integer("b") == 2)
        #expect(try row?.integer("c") == 2)
        #expect(try row?.integer("d") == 10)
        await #expect(throws: (any Error).self) {
            try await book.store.database.read { try $0.first("SELECT $2 AS b", 1) }
        }
    }

    @Test func aProblemInOneWriteLeavesTheOthersOfItsGroupAlone() async throws {
        let book = try await TestBook()
        let outcomes = await withTaskGroup(of: String.self) { group in
            for number in 0..<60 {
                group.addTask {
                    do {
                        try await book.store.writer.write { connection in
                            try connection.run(
                                "INSERT INTO student_type (id, name, name_key, is_deleted) VALUES (CAST($1 AS BLOB), $1, $1, 0)",
                                "t\(number)")
                            if number % 3 == 0 { throw Problem.invalid("x", "x", "x") }
                            // A violation that no rule foresaw.
                            if number % 3 == 1 { try connection.run("INSERT INTO nowhere VALUES (1)") }
                        }
                        return "done"
                    } catch is Problem { return "problem" } catch { return "error" }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes == ["done": 20, "problem": 20, "error": 20])
        let kept = try await book.store.database.read {
            try $0.rows("SELECT name FROM student_type").map { try $0.text("name") }
        }
        #expect(Set(kept) == Set((0..<60).filter { $0 % 3 == 2 }.map { "t\($0)" }))
    }

    @Test func openedAgainTheBookIsThere() async throws {
        let book = try await TestBook()
        let address = book.place.address
        let again = try await Store(address)
        #expect(try await again.person(book.instructor).name.full == "Ida Berg")
    }

    @Test func closedItIsInOneFile() async throws {
        let book = try await TestBook()
        try await book.store.close()
        let copy = book.place.folder.appendingPathComponent("copy.sqlite")
        try FileManager.default.copyItem(at: book.place.folder.appendingPathComponent("book.sqlite"), to: copy)
        let again = try await Store("sqlite:" + copy.path)
        #expect(try await again.person(book.instructor).name.full == "Ida Berg")
    }

    @Test func aBookOfANewerVersionIsNotTouched() async throws {
        let book = try await TestBook()
        try await book.store.database.write { _ = try $0.run("INSERT INTO migration (version, at) VALUES (99, 0)") }
        let address = book.place.address
        await #expect(throws: NewerBook.self) { _ = try await Store(address) }
    }
}
