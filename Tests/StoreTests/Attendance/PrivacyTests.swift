import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Where students were is nowhere in the book, whatever came of their claims.
@Suite struct PrivacyTests {
    private static let digits = ["376543", "541234"]

    @Test(arguments: Engine.allCases)
    func noPlaceIsKept(engine: Engine) async throws {
        let centre = Position(latitude: 47.3762, longitude: 8.5409)
        let one = try await TestCourse(TestBook(engine), students: 6, at: centre)
        let book = one.book
        let near = Position(latitude: 47.376543, longitude: 8.541234)
        let far = Position(latitude: 46.376543, longitude: 9.541234)
        let accepted = book.claim(one.session, from: near, at: one.at(1))
        let claims = [
            accepted, book.claim(one.session, from: far, at: one.at(1)),
            book.claim(one.session, from: near, accuracy: 90, at: one.at(1)),
            book.claim(one.session, from: near, age: 90_000, at: one.at(1)),
            book.claim(.make(at: .now), from: near, at: one.at(1)),
            book.claim(one.session, from: near, accuracy: -1, at: one.at(1)),
        ]
        for (number, claim) in claims.enumerated() { _ = try await one.outcome(claim, of: number) }
        #expect(try await one.outcome(accepted) == "duplicate")
        #expect(try await one.state() == "present")
        let dump = try await book.store.database.dump()
        #expect(dump.contains { $0.contains("attendance.claimed") } && !dump.isEmpty)
        for line in dump { #expect(!Self.digits.contains { line.contains($0) }, "\(line)") }
        let fields = try await book.store.database.read { connection in
            try connection.rows("SELECT fields FROM entry WHERE kind = 'attendance.claimed'").map {
                try CanonicalFields.fields($0.text("fields")).map(\.name).sorted()
            }
        }
        #expect(fields == Array(repeating: ["accuracy", "age", "answer", "distance", "print"], count: 3))
        if engine == .sqlite { try await expectNothingInFiles(of: book) }
        #expect(try await book.findings() == [])
    }

    /// In a wide fence a distance would still tell something: neither journal nor mark has it, nor does the refusal.
    @Test(arguments: Engine.allCases)
    func ofAWideFenceNoDistanceIsKept(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), isStarted: false)
        let fields: [String: FieldValue] = [
            "venue": .text(one.venue.text), "name": .text("Park"), "radius": .number(400),
            "latitude": .number(TestBook.hall.latitude), "longitude": .number(TestBook.hall.longitude),
        ]
        try await one.book.expectAccepted([one.book.entry(.venueSaved, fields)])
        try await one.book.expectAccepted([one.book.started(one.session, at: one.venue, at: one.start)])
        #expect(try await one.outcome(one.book.claim(one.session, metres: 250)) == "accepted")
        #expect(try await one.outcome(one.book.claim(one.session, metres: 395), of: 1) == "accepted")
        let refused = try await one.book.post(
            [one.book.claim(one.session, metres: 900)], by: one.book.student(one.students[2]))
        #expect(refused[0].problems.map(\.message) == ["You are outside Park."])
        #expect(
            try await [one.state(), one.state(of: 1), one.state(of: 2)] == ["present", "unconfirmed borderline", ""])
        for number in [0, 1] { #expect(try await one.mark(of: number)?.distance == nil) }
        let names = try await one.book.store.database.read { connection in
            try connection.rows("SELECT fields FROM entry WHERE kind = 'attendance.claimed'").map {
                try CanonicalFields.fields($0.text("fields")).map(\.name).sorted()
            }
        }
        #expect(names == Array(repeating: ["accuracy", "age", "answer", "print"], count: 2))
        #expect(try await one.book.findings() == [])
    }

    /// Neither in what is committed, nor in what is still to be, nor in a copy.
    private func expectNothingInFiles(of book: TestBook) async throws {
        let copy = book.place.folder.appendingPathComponent("copy.sqlite").path
        _ = try await Backup.make(of: book.place.address, to: copy) { _ in }
        let names = try FileManager.default.contentsOfDirectory(atPath: book.place.folder.path)
        #expect(names.contains("book.sqlite") && names.contains("book.sqlite-wal") && names.contains("copy.sqlite"))
        let searched = Self.digits.map { Data($0.utf8) } + [47.376543, 8.541234, 46.376543, 9.541234].map(Self.bytes)
        var wal = 0
        for name in names {
            let file = try Data(contentsOf: book.place.folder.appendingPathComponent(name))
            for text in searched { #expect(file.range(of: text) == nil, "\(name)") }
            // That the search finds what is there.
            if name.hasPrefix("book.sqlite"), file.range(of: Data("attendance.claimed".utf8)) != nil { wal += 1 }
        }
        #expect(wal > 0)
    }

    /// As SQLite keeps a number: big-endian.
    private static func bytes(_ number: Double) -> Data {
        withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }
    }
}
