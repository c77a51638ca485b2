import Classroom
import Support
import Testing

@testable import Store

@Suite struct VenueTests {
    private static func said(_ book: TestBook, _ kind: Kind, _ venue: Identifier, into: Identifier? = nil)
        -> PostedEntry
    {
        var fields = ["venue": FieldValue.text(venue.text)]
        fields["into"] = into.map { .text($0.text) }
        return book.entry(kind, fields)
    }

    private func offered(_ book: TestBook) async throws -> [String] {
        try await book.store.venues(near: nil).map(\.name)
    }

    @Test(arguments: Engine.allCases)
    func hiddenVenueIsNotOffered(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (hall, mill) = (try await book.addVenue("Hall"), try await book.addVenue("Mill"))
        let session = try await book.startClass(at: Instant.now.adding(milliseconds: -60_000), venue: hall)
        try await book.expectAccepted([book.step(.classSaved, session), Self.said(book, .venueHidden, hall)])
        #expect(try await offered(book) == ["Mill"])
        #expect(try await book.store.venueList(areHidden: true).elements.map(\.id) == [hall])
        #expect(try await book.store.hasHiddenVenues())
        #expect(try await book.store.classesToStart(by: book.instructor).usual == nil)
        #expect(try await book.store.session(session, taughtBy: book.instructor).venue == "Hall")
        let copy = try await book.store.offlineCopy(for: book.instructor).venues
        #expect(copy.map(\.id) == [mill, hall] && copy.map(\.isHidden) == [false, true])
        // Editing does not show it again.
        try await book.expectAccepted([book.entry(.venueSaved, ["venue": .text(hall.text), "name": .text("Old Hall")])])
        #expect(try await offered(book) == ["Mill"])
        try await book.expectAccepted([Self.said(book, .venueShown, hall), Self.said(book, .venueShown, hall)])
        #expect(try await offered(book) == ["Mill", "Old Hall"])
        #expect(try await book.store.classesToStart(by: book.instructor).usual?.id == hall)
        #expect(try await book.findings().isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func classesAndCoursesFollowAMergedVenue(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (double, hall) = (try await book.addVenue("A double"), try await book.addVenue("Hall", TestBook.hall))
        let session = try await book.startClass(at: Instant.now.adding(milliseconds: -60_000), venue: double)
        try await book.expectAccepted([book.step(.classSaved, session)])
        let course = try await book.addCourse(at: double)
        try await book.expectAccepted([Self.said(book, .venueMerged, double, into: hall)])
        #expect(try await offered(book) == ["Hall"])
        #expect(try await book.store.session(session, taughtBy: book.instructor).venueID == hall)
        #expect(
            try await book.store.sessions(taughtBy: book.instructor).elements.map(\.venue)
                == ["Hall"])
        #expect(try await book.course(course).venueID == hall)
        #expect(try await book.store.venue(double).id == hall)
        #expect(try await book.store.venues(mergedInto: hall).map(\.id) == [double])
        // A device follows merged venues itself.
        let copy = try await book.store.offlineCopy(for: book.instructor)
        #expect(copy.classes.map(\.row.venue) == [double] && copy.courses.map(\.venue) == [double])
        #expect(copy.mergedVenues.map(\.venue.id) == [double] && copy.mergedVenues.map(\.into) == [hall])
        #expect(try await book.store.classesToStart(by: book.instructor).usual?.id == hall)
        // A device that did not know of it starts a class there: it has the fence of the other.
        let later = try await book.startClass(venue: double)
        let started = try await book.store.session(later, taughtBy: book.instructor)
        #expect(started.venueID == hall && started.fence?.centre == TestBook.hall)
        #expect(try await book.findings().isEmpty)
        try await book.expectAccepted([Self.said(book, .venueSeparated, double)])
        #expect(try await book.store.session(session, taughtBy: book.instructor).venue == "A double")
        #expect(try await book.course(course).venueID == double)
        #expect(try await book.findings().isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func venuesMergedOneAfterTheOther(engine: Engine) async throws {
        let book = try await TestBook(engine)
        var venues: [Identifier] = []
        for name in ["One", "Two", "Three"] { venues.append(try await book.addVenue(name)) }
        let session = try await book.startClass(venue: venues[0])
        func place() async throws -> String { try await book.store.session(session, taughtBy: book.instructor).venue }
        func byVenue() async throws -> [Row] { try await book.store.database.rows("SELECT venue_key FROM class") }
        try await book.expectAccepted([
            Self.said(book, .venueMerged, venues[0], into: venues[1]),
            Self.said(book, .venueMerged, venues[1], into: venues[2]),
        ])
        #expect(try await place() == "Three")
        let renamed = book.entry(.venueSaved, ["venue": .text(venues[2].text), "name": .text("Third")])
        try await book.expectAccepted([renamed])
        #expect(try await byVenue().map { try $0.text("venue_key") } == ["third"])
        try await book.expectAccepted([Self.said(book, .venueSeparated, venues[1])])
        #expect(try await place() == "Two")
        #expect(try await byVenue().map { try $0.text("venue_key") } == ["two"])
        #expect(try await book.findings().isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func whatCannotBeMerged(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (one, two, three) = (
            try await book.addVenue("One"), try await book.addVenue("Two"), try await book.addVenue("Three")
        )
        let nowhere = Identifier.make(at: .now)
        func problems(_ venue: Identifier, _ into: Identifier) async throws -> [String] {
            try await book.problems(Self.said(book, .venueMerged, venue, into: into))
        }
        #expect(try await problems(one, one) == ["into same"])
        #expect(try await problems(one, nowhere) == ["into notFound"])
        #expect(try await problems(nowhere, one) == ["venue notFound"])
        #expect(try await book.problems(Self.said(book, .venueHidden, nowhere)) == ["venue notFound"])
        try await book.expectAccepted([Self.said(book, .venueHidden, two)])
        #expect(try await problems(one, two) == ["into hidden"])
        try await book.expectAccepted([Self.said(book, .venueMerged, one, into: three)])
        #expect(try await problems(three, one) == ["into merged"])
        #expect(try await problems(one, two) == ["venue merged"])
        #expect(try await book.problems(Self.said(book, .venueHidden, one)) == ["venue merged"])
        #expect(try await problems(one, three).isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func listGoesOnWhereItEnded(engine: Engine) async throws {
        let book = try await TestBook(engine)
        for number in 0..<5 { _ = try await book.addVenue("Room \(number)") }
        var (seen, after): ([String], String?) = ([], nil)
        repeat {
            let part = try await book.store.venueList(areHidden: false, after: after, most: 2)
            seen += part.elements.map(\.name)
            after = part.next?.text
        } while after != nil
        #expect(seen == (0..<5).map { "Room \($0)" })
        #expect(try await book.store.venueList(search: "room 3", areHidden: false).elements.map(\.name) == ["Room 3"])
    }
}
