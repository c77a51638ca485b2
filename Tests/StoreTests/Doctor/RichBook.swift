import Classroom
import Foundation
import Support
import Testing

@testable import Store

extension TestBook {
    /// Writes something of every kind: people with types and pictures, one of them registered, venues, classes in every phase, sign-ins.
    func fill(students count: Int = 12) async throws {
        let students = try await addStudents(count)
        try await fillRoster(students)
        let hall = try await addVenue("Hall", Position(latitude: 47.3686, longitude: 8.5391))
        let basement = try await addVenue("Old Mill Basement")
        let start = Instant.now.adding(milliseconds: -40 * 86_400_000)
        for day in 0..<6 {
            let begin = start.adding(milliseconds: Int64(day) * 86_400_000)
            try await fillClass(day, from: begin, at: day % 2 == 0 ? hall : basement, students)
        }
        let running = try await startClass(at: Instant.now.adding(milliseconds: -600_000), venue: hall)
        try await expectAccepted([mark(.attendanceMarked, running, students[0])])
        try await fillSignIns(students)
    }

    private func fillRoster(_ students: [Identifier]) async throws {
        let (member, guest) = (Identifier.make(at: .now), Identifier.make(at: .now))
        func named(_ kind: Kind, _ person: Identifier, _ fields: [String: FieldValue] = [:]) -> PostedEntry {
            entry(kind, fields.merging(["person": .text(person.text)]) { first, _ in first })
        }
        let new = Identifier.make(at: .now)
        try await expectAccepted([
            entry(.studentTypeSaved, ["type": .text(member.text), "name": .text("Member")]),
            entry(.studentTypeSaved, ["type": .text(guest.text), "name": .text("Guest")]),
            named(.personEdited, students[1], ["type": .text(member.text), "github": .text("octo-two")]),
            named(.personEdited, students[2], ["firstName": .text("Zo\u{EB}"), "type": .text(guest.text)]),
            entry(.studentTypeDeleted, ["type": .text(guest.text)]),
            named(.personPictured, students[0], ["data": .text(Data(tinyPNG).base64EncodedString())]),
            named(.personPictured, students[1], ["data": .text(Data(tinyJPEG).base64EncodedString())]),
            named(.personPictured, students[2], ["picture": .text(sha256(tinyPNG))]),
            added(new, "First", "Last", id: "00000000"),
            named(.personNumbered, new, ["studentID": .text("20000000")]),
            registered(.make(at: .now)), named(.personDeactivated, students[3]), named(.personDeactivated, students[4]),
            named(.personActivated, students[4]),
        ])
    }

    private func fillClass(
        _ day: Int, from begin: Instant, at venue: Identifier, _ students: [Identifier]
    ) async throws {
        func minute(_ number: Int64) -> Instant { begin.adding(milliseconds: number * 60_000) }
        let session = try await startClass(at: begin, venue: venue)
        var entries = students.dropFirst(day % 3).map { mark(.attendanceMarked, session, $0, at: minute(2)) }
        entries += [
            mark(.attendanceCleared, session, students[5], at: minute(3)),
            step(.classPaused, session, at: minute(20)), step(.classResumed, session, at: minute(25)),
            step(.classSaved, session, at: minute(60)),
        ]
        if day >= 4 { entries.append(step(.classDeleted, session, at: minute(61))) }
        if day == 5 { entries.append(step(.classRestored, session, at: minute(61))) }
        try await expectAccepted(entries)
    }

    private func fillSignIns(_ students: [Identifier]) async throws {
        for student in students.prefix(3) {
            let code = try await store.makeSignInCode(for: student, replacing: false)
            _ = try await store.signIn(with: code)
        }
        _ = try await store.makeSignInCode(for: students[0], replacing: true)
        _ = try await store.makeToken(for: instructor)
    }

    var path: String { place.folder.appendingPathComponent("book.sqlite").path }

    func diagnosis() async throws -> Diagnosis {
        try await Doctor(database: store.database) { _ in }.examine()
    }
}

extension BookPlace {
    /// A place of its own with what lies here, in a book that nobody has open.
    func copy() throws -> BookPlace {
        let copy = try BookPlace(engine)
        switch engine {
        case .sqlite:
            let name = "book.sqlite"
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(name), to: copy.folder.appendingPathComponent(name))
        case .postgres:
            let (source, target) = (URL(fileURLWithPath: address), URL(fileURLWithPath: copy.address))
            let server = try #require(ProcessInfo.processInfo.environment["SHALA_POSTGRES"])
            let link = try PostgresLink(server + "/postgres")
            try link.command("DROP DATABASE \(target.lastPathComponent)")
            try link.command(
                "CREATE DATABASE \(target.lastPathComponent) TEMPLATE \(source.lastPathComponent)")
        }
        return copy
    }
}

/// What begins and ends as a JPEG does.
let tinyJPEG: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 140) + [0xFF, 0xD9]
