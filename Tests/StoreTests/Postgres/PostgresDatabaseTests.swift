import CPostgres
import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// What only a server with several clients can do, or go through.
@Suite(.enabled(if: Engine.allCases.contains(.postgres)), .timeLimit(.minutes(5)))
struct PostgresDatabaseTests {
    @Test func threeServersMayOpenAnEmptyDatabaseAtOnce() async throws {
        let place = try BookPlace(.postgres)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let store = try await Store(place.address)
                    #expect(try await store.lastSequence() == 0)
                    #expect(store.engine.hasPrefix("PostgreSQL 1"))
                    try await store.close()
                }
            }
            try await group.waitForAll()
        }
        try place.remove()
    }

    @Test func whatTwoServersAppendAppearsInOneOrder() async throws {
        let book = try await TestBook(.postgres)
        let other = try await Store(book.place.address)
        let start = try await book.store.lastSequence()
        async let seen = readingAsItGrows(book.store, from: start, to: start + 120)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<120 {
                let store = number.isMultiple(of: 2) ? book.store : other
                group.addTask {
                    let entry = book.added(.make(at: .now), "A", "B", id: "X\(number)")
                    let results = try await store.append([entry], device: book.device, by: book.maker)
                    #expect(results.map(\.outcome) == [.accepted])
                }
            }
            try await group.waitForAll()
        }
        #expect(try await seen == Array(start + 1...start + 120))
        try await other.close()
    }

    /// The numbers in the order in which they became visible.
    private func readingAsItGrows(_ store: Store, from start: Int64, to end: Int64) async throws -> [Int64] {
        var seen: [Int64] = []
        while (seen.last ?? start) < end {
            seen += try await store.entries(after: seen.last ?? start).map(\.sequence)
            try Task.checkCancellation()
        }
        return seen
    }

    @Test func theOtherServerIsToldAndCatchesUpAfterItsLineWasCut() async throws {
        let book = try await TestBook(.postgres)
        let other = try await Store(book.place.address)
        let (signal, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        other.onAppend { continuation.yield() }
        func heardOfAll() async throws {
            let last = try await book.store.lastSequence()
            for await _ in signal where try await other.lastSequence() == last { return }
        }
        _ = try await book.addStudents(1)
        try await heardOfAll()
        try cutLines(of: book)
        try await book.expectAccepted([book.added(.make(at: .now), "Late", "Comer", id: "7")])
        try await heardOfAll()
        try await other.close()
    }

    @Test func aLineCutInMidWriteIsMendedAndTheWriteHappensOnce() async throws {
        let book = try await TestBook(.postgres)
        let cuts = Counter()
        try await book.store.writer.write { connection in
            try connection.run(
                "INSERT INTO student_type (id, name, name_key, is_deleted) VALUES ($1, 'a', 'a', 0)",
                Identifier.make(at: .now))
            if cuts.next() == 1 { try self.cutLines(of: book) }
            try connection.run(
                "INSERT INTO student_type (id, name, name_key, is_deleted) VALUES ($1, 'b', 'b', 0)",
                Identifier.make(at: .now))
        }
        #expect(cuts.next() == 3)
        let kept = try await book.store.database.read {
            try $0.rows("SELECT name FROM student_type ORDER BY name").map { try $0.text("name") }
        }
        #expect(kept == ["a", "b"])
    }

    /// While a commit is under way, the next transaction is, too.
    @Test func linesCutWhileManyWriteLoseNothingThatWasAnswered() async throws {
        let book = try await TestBook(.postgres)
        let entries = (0..<800).map { book.added(.make(at: .now), "Ann", "Number\($0)", id: "\(20_000_000 + $0)") }
        let answered = Counter()
        let accepted = try await withThrowingTaskGroup(of: Identifier?.self) { group in
            for entry in entries {
                group.addTask {
                    do {
                        let outcome = try await book.post([entry]).first?.outcome
                        if answered.next() % 150 == 0 { try cutLines(of: book) }
                        #expect(outcome == .accepted || outcome == .duplicate)
                        return entry.identifier
                    } catch Problem.unavailable {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: [Identifier?]()) { $0.append($1) }
        }
        let kept = try await book.store.database.read {
            try $0.rows("SELECT id FROM entry").map { try $0.identifier("id") }
        }
        #expect(Set(accepted.compactMap(\.self)).isSubset(of: Set(kept)))
        #expect(Set(kept).count == kept.count)
        // What got no answer is sent again.
        let again = try await book.post(entries).map(\.outcome)
        #expect(Set(again).isSubset(of: [.accepted, .duplicate]))
        #expect(try await Doctor.examine(book.place.address) { _ in }.findings == [])
    }

    @Test func aServerThatCannotBeReachedIsSaidToBe() async throws {
        for address in ["postgres://nobody:s3cret@127.0.0.1:1/x", "\(try server())?sslmode=require"] {
            let error = await #expect(throws: PostgresFailure.self) { try await PostgresDatabase(address) }
            #expect(error?.message.isEmpty == false && error?.message.contains("s3cret") == false)
        }
    }

    /// Kerberos's library is left alone: it ends at the program's end, also while a thread connects.
    @Test(arguments: [("", "disable"), ("gssencmode=prefer", "prefer")])
    func encryptionByKerberosIsOnlyTriedIfTheAddressSaysSo(setting: String, mode: String) throws {
        let place = try BookPlace(.postgres)
        let address =
            setting.isEmpty ? place.address : place.address + (place.address.contains("?") ? "&" : "?") + setting
        #expect(try PostgresLink(address).setting("gssencmode") == mode)
        try place.remove()
    }

    @Test func connectionsAreBounded() async throws {
        let book = try await TestBook(.postgres)
        let most = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await book.store.database.read { connection in
                        let sql = """
                            SELECT COUNT(*) AS lines, pg_sleep(0.01) FROM pg_stat_activity
                            WHERE datname = current_database()
                            """
                        return try connection.first(sql)?.integer("lines") ?? 0
                    }
                }
            }
            return try await group.reduce(0, max)
        }
        // Eight that read, one that writes, one that listens; the server may still count those that have just left.
        #expect((5...12).contains(most))
    }

    @Test func manyStatementsAndOddTexts() async throws {
        let book = try await TestBook(.postgres)
        for number in 0..<450 {
            let row = try await book.store.database.read {
                try $0.first("SELECT \(number) AS n, $1 AS t", "ż\u{10FFFF}")
            }
            #expect(try row?.integer("n") == Int64(number))
            #expect(try row?.text("t") == "ż\u{10FFFF}")
        }
        await #expect(throws: Problem.self) {
            try await book.store.database.read { try $0.first("SELECT $1 AS t", "a\0b") }
        }
        let bytes = (0...255).map { UInt8($0) }
        let row = try await book.store.database.write { connection in
            try connection.run(
                "INSERT INTO picture (hash, media_type, bytes) VALUES ('h', 'image/png', $1)", SQLValue.bytes(bytes))
            return try connection.first("SELECT bytes FROM picture")
        }
        #expect(try row?.bytes("bytes") == bytes)
    }

    private func server() throws -> String {
        try #require(ProcessInfo.processInfo.environment["SHALA_POSTGRES"]) + "/postgres"
    }

    /// Ends every other connection to the book's database, as a restart would. One at a time: two would end each other.
    private func cutLines(of book: TestBook) throws {
        try Self.cutting.withLock {
            _ = try PostgresLink(book.place.address).run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """, [])
        }
    }

    private static let cutting = NSLock()
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}

extension PostgresLink {
    /// A setting with which the connection was made.
    fileprivate func setting(_ name: String) -> String? {
        let settings = PQconninfo(connection)
        defer { PQconninfoFree(settings) }
        var option = settings
        while let keyword = option?.pointee.keyword {
            if String(cString: keyword) == name { return option?.pointee.val.map { String(cString: $0) } }
            option = option?.advanced(by: 1)
        }
        return nil
    }
}
