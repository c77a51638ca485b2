import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct DoctorTests {
    @Test(arguments: Engine.allCases)
    func aHealthyBook(engine: Engine) async throws {
        let book = try await TestBook(engine)
        try await book.fill()
        let diagnosis = try await book.diagnosis()
        #expect(diagnosis.findings == [])
        #expect(diagnosis.count == 0)
        let entries = try await book.store.lastSequence()
        #expect(diagnosis.holds == "\(entries) entries, 23 people, 4 venues, 13 classes, 73 marks, 2 pictures")
        #expect(!diagnosis.canBeMadeAnew)
    }

    @Test(arguments: Engine.allCases)
    func anEmptyBook(engine: Engine) async throws {
        #expect(try await TestBook(engine).diagnosis().findings == [])
    }

    @Test(arguments: Engine.allCases)
    func everyKindOfDamage(engine: Engine) async throws {
        let book = try await TestBook(engine)
        try await book.fill()
        try await book.store.close()
        // Each on a copy of its own, four at a time.
        let damages = Damage.all.filter { $0.engines.contains(engine) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    for index in stride(from: lane, to: damages.count, by: 4) {
                        try await expectFound(damages[index], in: book)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func expectFound(_ damage: Damage, in book: TestBook) async throws {
        let copy = try book.place.copy()
        let database = try await BookAddress(copy.address).open()
        try await damage.make(to: database)
        let diagnosis = try await Doctor(database: database) { _ in }.examine()
        for words in damage.expected {
            #expect(
                diagnosis.findings.contains { $0.contains(words) },
                "\(damage.name): \(words) in \(diagnosis.findings)")
        }
        #expect(damage.count.map { $0 == diagnosis.count } ?? true, "\(damage.name): \(diagnosis.findings)")
        #expect(diagnosis.count > 0, "\(damage.name)")
        try await database.close()
        try copy.remove()
    }

    @Test(arguments: Engine.allCases)
    func aPictureOfOtherBytes(engine: Engine) async throws {
        let book = try await TestBook(engine)
        try await book.fill()
        var bytes = tinyJPEG
        bytes[50] ^= 1
        let damaged = bytes
        let stranger = try Picture(Array(tinyJPEG.dropLast(2)) + [1, 0xFF, 0xD9])
        try await book.store.database.write { connection in
            try connection.run(
                "UPDATE picture SET bytes = $1 WHERE hash = $2", SQLValue.bytes(damaged), sha256(tinyJPEG))
            try stranger.store(on: connection)
            let text = Array("text".utf8)
            try connection.run(
                "INSERT INTO picture (hash, media_type, bytes) VALUES ($1, 'image/png', $2)", sha256(text),
                SQLValue.bytes(text))
        }
        let found = Set(try await book.diagnosis().findings)
        let expected: Set = [
            "The picture \(sha256(tinyJPEG)) does not have its original bytes.",
            "No entry of the journal refers to the picture \(stranger.hash).",
            "No entry of the journal refers to the picture \(sha256(Array("text".utf8))).",
            "The picture \(sha256(Array("text".utf8))) is not a picture: data: This is not a PNG, JPEG or WebP picture.",
        ]
        #expect(found == expected)
    }

    @Test(arguments: Engine.allCases)
    func theTablesCanBeMadeAnewOnlyFromAWholeJournal(engine: Engine) async throws {
        let book = try await TestBook(engine)
        try await book.fill()
        try await book.store.database.write { _ = try $0.run("UPDATE person SET attended = attended + 1") }
        #expect(try await book.diagnosis().canBeMadeAnew)
        try await book.store.database.write { _ = try $0.run("DELETE FROM entry WHERE sequence = 5") }
        #expect(try await !book.diagnosis().canBeMadeAnew)
    }

    /// After every look at the book somebody has written into it.
    @Test(arguments: Engine.allCases)
    func aBookThatIsWrittenMeanwhile(engine: Engine) async throws {
        let book = try await TestBook(engine)
        try await book.fill()
        for part in 0..<6 { _ = try await book.addMore(part, 200) }
        let before = try await book.store.lastSequence()
        let reads = Tally()
        let busy = InterceptedDatabase(
            inner: book.store.database,
            afterRead: { _ = try await book.addMore(100 + reads.next(), 30) })
        let diagnosis = try await Doctor(database: busy) { _ in }.examine()
        #expect(diagnosis.findings == [])
        #expect(await reads.count > 4)
        #expect(try await book.store.lastSequence() >= before + 5 * 30)
    }

    @Test(arguments: Engine.allCases)
    func rulesThatMiscount(engine: Engine) async throws {
        let book = try await TestBook(engine)
        try await book.fill()
        func miscounts() async throws -> [String] {
            try await book.store.database.read { connection in
                var findings = Findings()
                for check in CountCheck.all { try check.run(on: connection, &findings) }
                return findings.lines
            }
        }
        #expect(try await miscounts() == [])
        try await book.store.database.write { connection in
            try connection.run("UPDATE person SET attended = 8 WHERE id = $1", book.instructor)
            try connection.run("UPDATE class SET attending = attending + 1 WHERE phase = 'running'")
        }
        let found = try await miscounts()
        #expect(found.count == 2)
        #expect(found[0].hasSuffix("is 2, and by the marks 1."))
        #expect(
            found[1]
                == "Shala itself miscounts: by its rules attended of the person \(book.instructor) is 8, and by the "
                + "marks 0.")
    }

    /// What has been applied already is not taken for damage.
    @Test func aBookWhoseConnectionIsCut() async throws {
        let book = try await TestBook()
        try await book.fill()
        let cut = InterceptedDatabase(inner: book.store.database, readsTwice: true)
        await #expect(throws: Problem.unavailable("The connection to the book was lost. Please run this again.")) {
            _ = try await Doctor(database: cut) { _ in }.examine()
        }
    }

    @Test(arguments: Engine.allCases)
    func howFarItHasCome(engine: Engine) async throws {
        let book = try await TestBook(engine)
        try await book.fill()
        let (stream, told) = AsyncStream.makeStream(of: String.self)
        _ = try await Doctor(database: book.store.database) { told.yield($0.words) }.examine()
        told.finish()
        let words = await stream.reduce(into: []) { $0.append($1) }
        let entries = try await book.store.lastSequence()
        #expect(words.first == "Checking the files")
        #expect(words.contains("Applying the journal: \(entries) of \(entries)"))
    }
}

extension TestBook {
    /// Adds people whose student IDs are all different for each part.
    func addMore(_ part: Int, _ count: Int) async throws -> [EntryResult] {
        let results = try await post(
            (0..<count).map {
                added(.make(at: .now), "More", "Number \($0)", id: String(30_000_000 + part * 1000 + $0))
            })
        if let problem = results.flatMap(\.problems).first { throw Problem.invalid([problem]) }
        return results
    }
}
