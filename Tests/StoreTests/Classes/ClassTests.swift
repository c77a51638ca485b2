import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct ClassTests {
    @Test(arguments: Engine.allCases)
    func aWholeClass(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(3)
        let start = Instant.now.adding(milliseconds: -3_600_000)
        func minute(_ number: Int64) -> Instant { start.adding(milliseconds: number * 60_000) }
        let session = try await book.startClass(at: start)
        try await book.expectAccepted([
            book.mark(.attendanceMarked, session, students[0], at: minute(1)),
            book.mark(.attendanceMarked, session, students[1], at: minute(1)),
            book.mark(.attendanceMarked, session, students[1], at: minute(2)),
            book.mark(.attendanceCleared, session, students[0], at: minute(3)),
            book.step(.classPaused, session, at: minute(10)),
        ])
        let paused = try #require(try await book.store.classInSession(of: book.instructor))
        #expect(paused.id == session && paused.phase == .paused)
        #expect(paused.worked == 600_000 && paused.attending == 1)
        #expect(try await book.store.person(students[1]).attended == 0)
        try await book.expectAccepted([
            book.step(.classResumed, session, at: minute(20)), book.step(.classSaved, session, at: minute(50)),
        ])
        let saved = try await book.store.session(session, taughtBy: book.instructor)
        #expect(saved.phase == .saved && saved.worked == 40 * 60_000 && saved.paused == 600_000)
        #expect(saved.endedAt == minute(50))
        #expect(try await book.store.person(students[1]).attended == 1)
        #expect(try await book.store.attendees(of: session).map(\.id) == [students[1]])
        #expect(try await book.store.classInSession(of: book.instructor) == nil)
    }

    @Test(arguments: Engine.allCases)
    func countsFollowSaveDeleteAndUndo(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let session = try await book.startClass()
        func attended() async throws -> Int { try await book.store.person(student).attended }
        try await book.expectAccepted([book.mark(.attendanceMarked, session, student), book.step(.classSaved, session)])
        #expect(try await attended() == 1)
        try await book.expectAccepted([book.step(.classDeleted, session)])
        #expect(try await attended() == 0)
        await #expect(throws: Problem.deleted("This class was deleted.")) {
            _ = try await book.store.session(session, taughtBy: book.instructor)
        }
        #expect(try await book.problems(book.mark(.attendanceMarked, session, student)) == ["class phase"])
        try await book.expectAccepted([book.step(.classRestored, session)])
        #expect(try await attended() == 1)
        try await book.expectAccepted([book.mark(.attendanceCleared, session, student)])
        #expect(try await attended() == 0)
    }

    @Test(arguments: Engine.allCases)
    func ofSeveralMarksTheLatestCounts(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let session = try await book.startClass(at: Instant.now.adding(milliseconds: -60_000))
        let now = Instant.now
        try await book.expectAccepted([
            book.mark(.attendanceCleared, session, student, at: now),
            book.mark(.attendanceMarked, session, student, at: now.adding(milliseconds: -5)),
        ])
        #expect(try await book.store.present(at: session).isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func whatIsNotYoursIsNotThere(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let other = Identifier.make(at: .now)
        try await book.expectAccepted([book.added(other, "Otto", "Other", id: "2", role: "instructor")])
        let maker = Maker(person: other, role: .instructor)
        let session = try await book.startClass()
        await #expect(throws: Problem.notFound) { _ = try await book.store.session(session, taughtBy: other) }
        #expect(try await book.problems(book.step(.classPaused, session), by: maker) == ["class notFound"])
        #expect(
            try await book.problems(book.mark(.attendanceMarked, session, book.instructor), by: maker)
                == ["class notFound"])
    }

    @Test(arguments: Engine.allCases)
    func oneClassAtATime(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let venue = try await book.addVenue()
        let first = try await book.startClass(venue: venue)
        let second = Identifier.make(at: .now)
        let start = book.entry(.classStarted, ["class": .text(second.text), "venue": .text(venue.text)])
        #expect(try await book.problems(start) == ["class inSession"])
        try await book.expectAccepted([book.step(.classSaved, first), start])
        #expect(try await book.problems(book.step(.classRestored, first)) == ["class inSession"])
    }

    @Test(arguments: Engine.allCases)
    func onlyPeopleOnTheRosterAreMarked(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let session = try await book.startClass()
        let new = Identifier.make(at: .now)
        try await book.expectAccepted([book.added(new, "First", "Last", id: "00000000")])
        #expect(try await book.problems(book.mark(.attendanceMarked, session, new)) == ["person new"])
        #expect(try await book.problems(book.mark(.attendanceMarked, session, .make(at: .now))) == ["person notFound"])
    }

    @Test(arguments: SessionSort.allCases)
    func sessionsInEveryOrder(sort: SessionSort) async throws {
        let book = try await TestBook()
        let students = try await book.addStudents(4)
        let venues = [
            try await book.addVenue("Zoo"), try await book.addVenue("Åsgård"), try await book.addVenue("Bar"),
        ]
        let first = Instant.now.adding(milliseconds: -100_000_000)
        for number in 0..<12 {
            let start = first.adding(milliseconds: Int64(number) * 4_000_000)
            let session = try await book.startClass(at: start, venue: venues[number % 3])
            try await book.expectAccepted(
                students.prefix(number % 4).map { book.mark(.attendanceMarked, session, $0, at: start) }
                    + [book.step(.classSaved, session, at: start.adding(milliseconds: 60_000))])
        }
        var query = SessionQuery()
        query.sort = sort
        let whole = try await book.store.sessions(taughtBy: book.instructor, query).elements
        let expected = whole.sorted {
            switch sort {
            case .newest: $0.startedAt > $1.startedAt
            case .oldest: $0.startedAt < $1.startedAt
            case .venue: (SearchKey.fold($0.venue), $0.startedAt) < (SearchKey.fold($1.venue), $1.startedAt)
            case .attended: ($0.attending, $0.startedAt) > ($1.attending, $1.startedAt)
            }
        }
        #expect(whole.count == 12 && whole.map(\.id) == expected.map(\.id))
        var joined: [ClassSession] = []
        repeat {
            let part = try await book.store.sessions(taughtBy: book.instructor, query, most: 5)
            joined += part.elements
            query.after = part.next?.text
        } while query.after != nil
        #expect(joined.map(\.id) == whole.map(\.id))
    }

    @Test(arguments: Engine.allCases)
    func venuesNearestFirst(engine: Engine) async throws {
        let book = try await TestBook(engine)
        _ = try await book.addVenue("Nowhere")
        _ = try await book.addVenue("Far Café", Position(latitude: 47.4, longitude: 8.6))
        _ = try await book.addVenue("Near Hall", Position(latitude: 47.3687, longitude: 8.5391))
        let here = Position(latitude: 47.3686, longitude: 8.5391)
        let near = try await book.store.venues(near: here)
        #expect(near.map(\.name) == ["Near Hall", "Far Café", "Nowhere"])
        #expect(near[0].distance.map { abs($0 - 11.1) < 0.2 } == true)
        #expect(try await book.store.venues(near: nil).map(\.name) == ["Far Café", "Near Hall", "Nowhere"])
        #expect(try await book.store.venues(near: here, search: "cafe f").map(\.name) == ["Far Café"])
    }
}
