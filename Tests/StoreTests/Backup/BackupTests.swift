import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite(.serialized) struct BackupTests {
    /// Several write, as many entries as they can, while one copy after another is made.
    @Test func ofABookThatIsBeingWritten() async throws {
        let book = try await TestBook()
        try await book.fill()
        let acknowledged = Acknowledged()
        let made = try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<100 {
                        let results = try await book.addMore(writer * 100 + number, 2)
                        await acknowledged.add(results)
                    }
                }
            }
            var copies: [(path: String, before: Int64)] = []
            for number in 0..<5 {
                // Wait until somebody has written since the last.
                await acknowledged.wait(until: (number + 1) * 60)
                let path = book.place.folder.appendingPathComponent("copy \(number).sqlite").path
                let before = await acknowledged.last
                let backup = try await Backup.make(of: "sqlite:" + book.path, to: path) { _ in }
                #expect(backup.lastSequence >= before && backup.bytes > 4096)
                copies.append((path, before))
            }
            try await group.waitForAll()
            return copies
        }
        #expect(try await acknowledged.last == book.store.lastSequence())
        for (path, before) in made { try await check(path, holds: before, of: book) }
        #expect(try leftovers(book.place.folder) == [])
    }

    private func check(_ path: String, holds last: Int64, of book: TestBook) async throws {
        // All of it is in the one file, which no connection has to be able to write to.
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let diagnosis = try await Doctor.examine("sqlite:" + path) { _ in }
        #expect(diagnosis.findings == [])
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        let copy = try SQLiteDatabase(reading: path)
        let there = try await copy.read { try TableDigest(.entry, on: $0, most: Int(last)) }
        let wanted = try await book.store.database.read { try TableDigest(.entry, on: $0, most: Int(last)) }
        #expect(there == wanted && there.count == Int(last))
        try copy.close()
        // And it is a book one can go on with.
        let store = try await Store("sqlite:" + path)
        #expect(try await store.person(book.instructor).name.full == "Ida Berg")
        try await store.database.close()
    }

    @Test func neverOverAnotherFile() async throws {
        let book = try await TestBook()
        let path = book.place.folder.appendingPathComponent("letter.txt").path
        try Data("Dear".utf8).write(to: URL(fileURLWithPath: path))
        for there in [path, book.path, book.place.folder.path] {
            await expectNoBackup(of: book, to: there, "exists already. A backup never overwrites another file.")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("Dear".utf8))
        #expect(try leftovers(book.place.folder) == [])
    }

    @Test func whereNothingCanBeWritten() async throws {
        let book = try await TestBook()
        let path = book.place.folder.appendingPathComponent("no/such/folder/copy.sqlite").path
        await expectNoBackup(of: book, to: path, "No file can be created at \(path).")
        let file = book.place.folder.appendingPathComponent("file")
        try Data().write(to: file)
        await expectNoBackup(of: book, to: file.path + "/copy.sqlite", "No file can be created at ")
    }

    @Test func aFailureLeavesNothing() async throws {
        let book = try await TestBook()
        try await book.store.database.close()
        let path = book.place.folder.appendingPathComponent("copy.sqlite").path
        await #expect {
            try await book.store.database.backUp(to: path) { _ in }
        } throws: {
            ($0 as? NoBackup)?.description.hasPrefix("The copy cannot be written to \(path): ") == true
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try leftovers(book.place.folder) == [])
    }

    @Test func aFileThatComesMeanwhileIsNotOverwritten() async throws {
        let book = try await TestBook()
        let path = book.place.folder.appendingPathComponent("copy.sqlite").path
        await #expect(throws: NoBackup.self) {
            try await book.store.database.backUp(to: path) { _ in
                #expect(FileManager.default.createFile(atPath: path, contents: Data("Dear".utf8)))
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("Dear".utf8))
        #expect(try leftovers(book.place.folder) == [])
    }

    @Test func thereMustBeABook() async throws {
        let book = try await TestBook()
        let (none, path) = (book.path + ".none", book.place.folder.appendingPathComponent("copy").path)
        await #expect(throws: NoBook.self) { _ = try await Backup.make(of: "sqlite:" + none, to: path) { _ in } }
        #expect(!FileManager.default.fileExists(atPath: none) && !FileManager.default.fileExists(atPath: path))
    }

    private func leftovers(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("unfinished") }
    }

    private func expectNoBackup(of book: TestBook, to path: String, _ words: String) async {
        await #expect {
            _ = try await Backup.make(of: "sqlite:" + book.path, to: path) { _ in }
        } throws: {
            ($0 as? NoBackup)?.description.contains(words) == true
        }
    }
}

/// The entries that writers have been told are in the book.
private actor Acknowledged {
    private(set) var last: Int64 = 0
    private var count = 0
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func add(_ results: [EntryResult]) {
        last = results.compactMap(\.sequence).reduce(last, max)
        count += results.count
        let ready = waiting.filter { $0.count <= count }
        waiting.removeAll { $0.count <= count }
        for waiter in ready { waiter.continuation.resume() }
    }

    func wait(until count: Int) async {
        if self.count >= count { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }
}
