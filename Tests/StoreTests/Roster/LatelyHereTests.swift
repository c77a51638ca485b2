import Classroom
import Support
import Testing

@testable import Store

/// Who came lately to a class like this one.
@Suite struct LatelyHereTests {
    @Test(arguments: Engine.allCases)
    func whoCameToTheLastClassesAtTheVenueCameLately(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(8)
        let (here, there) = (try await book.addVenue(), try await book.addVenue())
        /// A saved class, so many hours ago.
        func held(at venue: Identifier, hoursAgo: Double, _ present: [Identifier]) async throws {
            let start = Instant.now.adding(milliseconds: Int64(-hoursAgo * 3_600_000))
            let session = try await book.startClass(at: start, venue: venue)
            try await book.expectAccepted(present.map { book.mark(.attendanceMarked, session, $0) })
            try await book.expectAccepted([book.step(.classSaved, session)])
        }
        // The class of seven hours ago is the sixth newest here.
        try await held(at: here, hoursAgo: 7, [students[0]])
        for (hour, present) in [[0, 1], [1, 2], [1, 3], [1, 4], [5, 1]].enumerated() {
            try await held(at: here, hoursAgo: Double(6 - hour), present.map { students[$0 + 1] })
        }
        try await held(at: there, hoursAgo: 0.5, [students[7]])
        let leave = book.entry(.personDeactivated, ["person": .text(students[3].text)])
        try await book.expectAccepted([leave])
        func lately(at venue: Identifier) async throws -> [Identifier] {
            let started = try await book.startClass(venue: venue)
            let session = try await book.store.session(started, taughtBy: book.instructor)
            try await book.expectAccepted([book.step(.classDeleted, started)])
            return try await book.store.studentsLately(before: session).map(\.id)
        }
        #expect(try await lately(at: here) == [1, 2, 4, 5, 6].map { students[$0] })
        #expect(try await lately(at: there) == [students[7]])
    }

    /// However many people there are, only those who came are looked at.
    @Test func onlyThoseWhoCameAreLookedAt() async throws {
        let book = try await TestBook(.sqlite)
        let hall = try await book.addVenue()
        let held = try await book.startClass(at: Instant.now.adding(milliseconds: -7_200_000), venue: hall)
        try await book.expectAccepted([book.step(.classSaved, held)])
        let session = try await book.store.session(try await book.startClass(venue: hall), taughtBy: book.instructor)
        let plans = try await book.store.database.read { connection in
            let counting = CountingConnection(connection)
            _ = try counting.studentsLately(before: session)
            return try counting.plans()
        }
        let people = plans.flatMap(\.plan).filter { $0.contains(" person ") }
        #expect(people.count == 1 && people.allSatisfy { $0.hasSuffix("(id=?)") }, "\(plans)")
    }
}
