import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct FirstVersionTests {
    /// Of classes in every phase, with marks.
    @Test(arguments: Engine.allCases)
    func classesAndMarksFromBeforeThereWereCoursesGoOn(engine: Engine) async throws {
        let first = try await TestBook()
        let students = try await first.addStudents(4)
        let sessions = try await fill(first, students)
        let place = try BookPlace(engine)
        let old = try await BookAddress(place.address).open()
        try await old.keepFirstVersion(of: first)
        #expect(try await !old.tables().contains("course"))
        try await old.close()
        let store = try await Store(place.address)
        #expect(try await Doctor(database: store.database) { _ in }.examine().findings == [])
        #expect(try await Self.marks(store) == Self.marks(first.store))
        for session in sessions {
            let (before, after) = try await (
                first.store.session(session, taughtBy: first.instructor),
                store.session(session, taughtBy: first.instructor)
            )
            #expect(before.phase == after.phase && before.startedAt == after.startedAt)
            #expect(before.worked == after.worked && before.endedAt == after.endedAt)
            #expect(before.attending == after.attending && after.isOpen == after.isInSession)
        }
        // What was in session goes on.
        let results = try await store.append(
            [
                first.mark(.attendanceMarked, sessions[2], students[3]), first.step(.classSaved, sessions[2]),
                first.step(.classRestored, sessions[2]),
            ], device: first.device, by: first.maker)
        #expect(results.map(\.outcome) == [.accepted, .accepted, .accepted])
        #expect(try await Doctor(database: store.database) { _ in }.examine().findings == [])
        try await store.close()
        try place.remove()
    }

    /// A saved class, a deleted one, and one in session.
    private func fill(_ book: TestBook, _ students: [Identifier]) async throws -> [Identifier] {
        var sessions: [Identifier] = []
        for number in 0..<3 {
            let start = Instant.now.adding(milliseconds: Int64(number - 3) * 7_200_000)
            let session = try await book.startClass(at: start)
            try await book.expectAccepted(students.prefix(3).map { book.mark(.attendanceMarked, session, $0) })
            try await book.expectAccepted([book.mark(.attendanceCleared, session, students[number])])
            if number < 2 { try await book.expectAccepted([book.step(.classSaved, session)]) }
            sessions.append(session)
        }
        let deleted = try await book.startClass(at: Instant.now.adding(milliseconds: -90_000_000))
        try await book.expectAccepted([book.step(.classDeleted, deleted)])
        return sessions
    }

    private static func marks(_ store: Store) async throws -> [String] {
        try await store.database.read { connection in
            try connection.rows("SELECT class, person, is_present, at, how, maker FROM mark ORDER BY class, person").map
            {
                "\(try $0.identifier("class")) \(try $0.identifier("person")) \(try $0.flag("is_present")) \(try $0.integer("at"))"
            }
        }
    }
}
