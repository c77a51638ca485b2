import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// The doctor before a file, whatever it may be.
@Suite(.serialized) struct BookFileTests {
    @Test func pagesOfTheFileOverwritten() async throws {
        let book = try await closedBook()
        // The second page on, and whole pages throughout, so that the journal and the tables both lose some.
        try overwrite(book.path) { bytes in
            for page in stride(from: 5, to: bytes.count / 4096, by: 6) {
                for place in page * 4096..<(page + 1) * 4096 { bytes[place] = 0 }
            }
        }
        let diagnosis = try await Doctor.examine("sqlite:" + book.path) { _ in }
        #expect(diagnosis.findings.contains { $0.hasPrefix("SQLite finds the file damaged: ") })
        #expect(diagnosis.findings.contains { $0.hasPrefix("This check cannot continue in ") })
    }

    @Test func theBeginningOfTheFileOverwritten() async throws {
        let book = try await closedBook()
        try overwrite(book.path) { for place in 0..<100 { $0[place] = 0x20 } }
        await expectNoBook(book.path, "\(book.path) is not an SQLite database, or its beginning is damaged.")
    }

    @Test func noBook() async throws {
        let book = try await closedBook()
        let path = book.place.folder.appendingPathComponent("elsewhere/none.sqlite").path
        await expectNoBook(path, "There is no book at \(path).")
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: book.place.folder.appendingPathComponent("elsewhere").path))
        let folder = book.place.folder.path
        await expectNoBook(folder, "\(folder) is a folder. A book is a file in it, such as shala.sqlite.")
        let empty = book.place.folder.appendingPathComponent("empty").path
        #expect(FileManager.default.createFile(atPath: empty, contents: nil))
        await expectNoBook(empty, "\(empty) is not a book of Shala: it has no table migration.")
        await #expect(throws: UnknownEngine.self) { try await Doctor.examine("mysql:x") { _ in } }
        await #expect(throws: UnknownEngine.self) { try await Doctor.examine("sqlite:") { _ in } }
    }

    @Test(arguments: Engine.allCases)
    func aBookOfANewerShala(engine: Engine) async throws {
        let book = try await TestBook(engine)
        _ = try await book.store.database.write { try $0.run("INSERT INTO migration (version, at) VALUES (99, 0)") }
        await #expect {
            _ = try await book.diagnosis()
        } throws: {
            String(describing: $0).hasPrefix("This book was opened by a newer Shala (schema 99).")
        }
    }

    @Test func nothingInTheFileIsChanged() async throws {
        let book = try await closedBook()
        let before = try Data(contentsOf: URL(fileURLWithPath: book.path))
        #expect(try await Doctor.examine("sqlite:" + book.path) { _ in }.findings == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: book.path)) == before)
    }

    @Test func aBookThatAServerHasOpen() async throws {
        let book = try await TestBook()
        try await book.fill()
        #expect(try await Doctor.examine("sqlite:" + book.path) { _ in }.findings == [])
    }

    /// Whoever adds a table says what it is to the journal, and what its columns refer to.
    @Test func everyTableIsKnown() async throws {
        let book = try await TestBook()
        #expect(try await book.store.database.tables() == BookTable.names.sorted())
        try await book.store.database.read { connection in
            for table in BookTable.all {
                let keys = try connection.rows(
                    "SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk", table.name)
                var unique = [try keys.map { try $0.text("name") }]
                let indexes = "SELECT name FROM pragma_index_list($1) WHERE \"unique\" = 1 AND origin = 'c'"
                for index in try connection.rows(indexes, table.name) {
                    let columns = "SELECT name FROM pragma_index_info($1) ORDER BY seqno"
                    unique.append(try connection.rows(columns, index.text("name")).map { try $0.text("name") })
                }
                #expect(unique.contains(table.key))
                let declared = try connection.rows(
                    "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list($1)", table.name)
                for row in declared {
                    let (column, other, key) = try (row.text("from"), row.text("table"), row.text("to"))
                    #expect(table.references.contains { $0.column == column && $0.table == other && $0.key == key })
                }
            }
        }
    }

    private func closedBook() async throws -> TestBook {
        let book = try await TestBook()
        try await book.fill()
        try await book.store.close()
        return book
    }

    private func overwrite(_ path: String, _ change: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        change(&bytes)
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    private func expectNoBook(_ path: String, _ words: String) async {
        await #expect {
            _ = try await Doctor.examine("sqlite:" + path) { _ in }
        } throws: {
            ($0 as? NoBook)?.description == words
        }
    }
}
