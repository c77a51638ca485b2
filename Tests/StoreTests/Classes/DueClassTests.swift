import Classroom
import Support
import Testing

@testable import Store

@Suite struct DueClassTests {
    private let hour: Int64 = 3_600_000

    @Test(arguments: Engine.allCases)
    func whatTheTimetableSays(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let now = Instant.now
        func planned(_ course: Identifier, in hours: Double) async throws -> Identifier {
            try await book.schedule(course, at: now.adding(milliseconds: Int64(hours * 3_600_000)))
        }
        let one = try await TestCourse(book, start: now.adding(milliseconds: -3 * hour))
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        let running = try await planned(one.course, in: -0.9)
        let soon = try await planned(one.course, in: 0.9)
        let cancelled = try await planned(one.course, in: 0.5)
        try await book.expectAccepted([book.step(.classDeleted, cancelled)])
        _ = try await planned(one.course, in: -1.1)
        let later = try await planned(one.course, in: 1.1)
        _ = try await planned(one.course, in: 30)
        let start = try await book.store.classesToStart(by: book.instructor, now: now)
        #expect(start.due.map(\.session.id) == [running, soon])
        #expect(start.due.first?.session.courseTitle == "Yoga")
        #expect(start.next?.session.id == later)
        #expect(start.usual == nil)
        let otto = try await book.addInstructor()
        let others = try await book.store.classesToStart(by: #require(otto.person), now: now)
        #expect(others.due.isEmpty && others.next == nil)
    }

    @Test(arguments: Engine.allCases)
    func usualVenueIsOfDropInClasses(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        let (hall, room) = (try await book.addVenue("Hall"), try await book.addVenue("Room"))
        for (venue, hours) in [(hall, 100), (hall, 60), (room, 30)] as [(Identifier, Int64)] {
            let start = Instant.now.adding(milliseconds: -hours * hour)
            let session = try await book.startClass(at: start, venue: venue)
            try await book.expectAccepted([book.step(.classSaved, session, at: start.adding(milliseconds: hour))])
        }
        #expect(try await book.store.classesToStart(by: book.instructor).usual?.name == "Hall")
    }

    @Test(arguments: Engine.allCases)
    func sessionsAreSearchedAndFiltered(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        let dropIn = try await book.startClass(
            at: .now.adding(milliseconds: -86_400_000), venue: book.addVenue("Åsgård Hall"))
        try await book.expectAccepted([book.step(.classSaved, dropIn)])
        func found(_ search: String, _ filter: SessionFilter = .all) async throws -> [Identifier] {
            var query = SessionQuery()
            (query.search, query.filter) = (search, filter)
            return try await book.store.sessions(taughtBy: book.instructor, query).elements.map(\.id)
        }
        #expect(try await found("") == [one.session, dropIn])
        #expect(try await found("", .course) == [one.session])
        #expect(try await found("", .dropIn) == [dropIn])
        #expect(try await found("yog") == [one.session])
        #expect(try await found("CATALINA yoga") == [one.session])
        #expect(try await found("asgard") == [dropIn])
        #expect(try await found("asgard", .course) == [])
        #expect(try await found("%") == [one.session, dropIn])
        #expect(try await found("nowhere") == [])
    }
}
