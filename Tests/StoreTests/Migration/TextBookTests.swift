import Classroom
import Support
import Synchronization
import Testing

@testable import Store

/// Books whose identifiers are text, from before they were 16 bytes.
@Suite struct TextBookTests {
    /// Every table, with everything in it, is as in a book that was never of text.
    @Test(arguments: Engine.allCases)
    func aBookOfTextIsBroughtOver(engine: Engine) async throws {
        let book = try await TestBook.rich(.sqlite, hasLater: false)
        let place = try BookPlace(engine)
        let old = try await BookAddress(place.address).open()
        try await old.keepText(of: book)
        try await old.close()
        let store = try await Store(place.address, signInKey: TestBook.key)
        #expect(try await Doctor(database: store.database) { _ in }.examine().findings == [])
        // But for the times of edits, which such a book never had.
        func digests(_ database: any Database) async throws -> [TableDigest] {
            try await database.digests { _ in }.filter { !["edit_times", "untimed"].contains($0.table) }
        }
        #expect(try await digests(store.database) == digests(book.store.database))
        // An entry that is sent again is known again.
        let again = try await book.lastOfEachKind()
        for (entry, maker, device) in again {
            let result = try await store.append([entry], device: device, by: maker)
            #expect(result.map(\.outcome) == [.duplicate], "\(entry)")
        }
        try await store.close()
        try place.remove()
    }

    /// What is no identifier is not brought over, and nothing is changed.
    @Test(arguments: Engine.allCases)
    func whatIsNoIdentifierStopsIt(engine: Engine) async throws {
        let place = try BookPlace(engine)
        let old = try await BookAddress(place.address).open()
        try await old.keepText(of: TestBook())
        try await old.write { _ = try $0.run("UPDATE entry SET device = 'phone' WHERE sequence = 1") }
        try await old.close()
        await #expect(throws: (any Error).self) { try await Store(place.address) }
        let kept = try await BookAddress(place.address).openBook()
        let device = try await kept.read { try $0.first("SELECT device FROM entry WHERE sequence = 1")?.text("device") }
        #expect(device == "phone")
        try await kept.close()
        try place.remove()
    }

    /// How it goes is told.
    @Test func progressIsTold() async throws {
        let place = try BookPlace(.sqlite)
        let old = try await BookAddress(place.address).open()
        let book = try await TestBook()
        try await old.keepText(of: book)
        let told = Told()
        try await Migrations(database: old) { told.note($0.words) }.run(now: .now)
        #expect(told.all.contains("Bringing the table entry up to date: 2 of 2"))
        try await old.close()
        try place.remove()
    }
}

private final class Told: Sendable {
    private let words = Mutex<[String]>([])

    var all: [String] { words.withLock { $0 } }

    func note(_ text: String) { words.withLock { $0.append(text) } }
}

extension TestBook {
    /// The last entry of each kind as it was posted, with who posted it.
    fileprivate func lastOfEachKind() async throws -> [(PostedEntry, Maker, Identifier)] {
        let rows = try await store.database.read { connection in
            try connection.rows(
                "SELECT * FROM entry WHERE sequence IN (SELECT MAX(sequence) FROM entry WHERE maker IS NOT NULL GROUP BY kind)"
            )
        }
        return try rows.compactMap { row in
            let stored = try StoredEntry(row)
            // Of evidence only what it proved is kept.
            guard stored.entry.claim == nil, stored.entry.kind != .deviceNearby, stored.entry.kind != .personPictured
            else {
                return nil
            }
            let posted = PostedEntry(
                id: stored.entry.id, kind: stored.entry.kind, at: stored.entry.at,
                fields: try StoredEntry.members(row))
            return stored.maker.map { (posted, Maker(person: $0, role: .instructor), stored.entry.device) }
        }
    }
}

extension Database {
    /// Columns that tables gained after version 16.
    private static var later: [String: Set<String>] {
        [
            "venue": ["is_hidden", "merged_into", "shown_as"], "course": ["is_archived"],
            "class": ["began_at", "plan_at", "own_instructor"], "question": ["own_asker"], "training": ["own_person"],
            "person": ["removed_at", "removed_id", "was_active", "merged_into", "gifts", "gift_tags", "others"],
            "course_instructor": ["is_for_others"], "enrolment": ["since"], "mark": ["is_saved"],
            "person_word": ["words", "roster_group", "is_active", "name_key"],
        ]
    }

    /// Makes a book of version 15 with everything that another holds.
    fileprivate func keepText(of book: TestBook) async throws {
        let tables = try await book.store.database.read { connection in
            try BookTable.first.map { ($0, try connection.rows("SELECT * FROM \($0.name)")) }
        }
        try await write { connection in
            try connection.run(Migrations.ownTable)
            for statement in Migrations.older(types).joined() { try connection.run(statement) }
            for version in 1...15 { try connection.run("INSERT INTO migration (version, at) VALUES ($1, 0)", version) }
            for (table, rows) in tables {
                for row in rows {
                    let names = row.names.filter { !(Self.later[table.name]?.contains($0) ?? false) }
                    let places = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
                    try connection.run(
                        "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))",
                        values: names.map { try Self.textual($0, row, table) })
                }
            }
        }
    }

    private static func textual(_ name: String, _ row: Row, _ table: BookTable) throws -> SQLValue {
        if table.name == "entry", name == "fields" {
            return .text(try CanonicalFields.text(StoredEntry.members(row)))
        }
        // A class stood where it was planned, also if it was started on another day.
        if table.name == "class", name == "planned_at", let plan = try row.optionalInteger("plan_at") {
            return plan.sqlValue
        }
        guard table.identifiers.contains(name) else { return row[name] ?? .null }
        return try row.optionalIdentifier(name).map { .text($0.text) } ?? .null
    }
}
