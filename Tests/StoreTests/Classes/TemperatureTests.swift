import Classroom
import Support
import Testing

@testable import Store

extension TestBook {
    func measured(_ session: Identifier, _ temperature: Double) -> PostedEntry {
        entry(.classMeasured, ["class": .text(session.text), "temperature": .number(temperature)])
    }
}

@Suite struct TemperatureTests {
    @Test(arguments: Engine.allCases)
    func isNotedOnceOfAClassInSession(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let venue = try await book.addVenue("Hall", TestBook.hall)
        let session = try await book.startClass(venue: venue)
        let waiting = try await book.store.classesWithoutTemperature()
        #expect(waiting.map(\.id) == [session] && waiting[0].position.latitude == TestBook.hall.latitude)
        #expect(try await book.problems(book.measured(session, 20)) == ["kind forbidden"])
        #expect(try await book.problems(book.measured(session, 61), by: .host) == ["temperature range"])
        #expect(try await book.problems(book.measured(.make(at: .now), 20), by: .host) == ["class notFound"])
        try await book.expectAccepted([book.measured(session, -7.5)], by: .host)
        #expect(try await book.store.classesWithoutTemperature().isEmpty)
        #expect(try await book.problems(book.measured(session, 20), by: .host) == ["class exists"])
        try await book.expectAccepted([book.step(.classSaved, session)])
        #expect(try await book.store.session(session, taughtBy: book.instructor).temperature == -7.5)
        #expect(try await book.findings() == [])
    }

    /// It was that of another time, and so was the fence.
    @Test(arguments: Engine.allCases)
    func goesWithAStartThatIsTakenBack(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, isStarted: false, start: .now)
        try await book.expectAccepted([book.started(one.session, at: one.venue)])
        try await book.expectAccepted([book.measured(one.session, 20)], by: .host)
        try await book.expectAccepted([book.step(.classUnstarted, one.session)])
        let planned = try await book.store.session(one.session, taughtBy: book.instructor)
        #expect(planned.phase == .scheduled && planned.temperature == nil && planned.fence == nil)
        try await book.expectAccepted([book.started(one.session, at: one.venue)])
        try await book.expectAccepted([book.measured(one.session, 7)], by: .host)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func isNotLookedForWhereNobodyKnowsThePlaceOrAfterwards(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let session = try await book.startClass()
        #expect(try await book.store.classesWithoutTemperature().isEmpty)
        try await book.expectAccepted([book.step(.classSaved, session)])
        let late = try await book.startClass(venue: book.addVenue("Hall", TestBook.hall))
        try await book.expectAccepted([book.step(.classSaved, late)])
        #expect(try await book.store.classesWithoutTemperature().isEmpty)
        #expect(try await book.problems(book.measured(late, 20), by: .host) == ["class notFound"])
    }
}
