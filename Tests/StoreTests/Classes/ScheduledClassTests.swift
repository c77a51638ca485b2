import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Classes of courses: planned, moved, called off, started.
@Suite struct ScheduledClassTests {
    private static let day: Int64 = 86_400_000

    private func read(_ one: TestCourse) async throws -> ClassSession {
        try await one.book.store.session(one.session, taughtBy: one.book.instructor)
    }

    @Test(arguments: Engine.allCases)
    func isPlannedMovedCalledOffAndRestored(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, isStarted: false, start: .now.adding(milliseconds: Self.day))
        let planned = try await read(one)
        #expect(planned.phase == .scheduled && planned.minutes == 60 && planned.venue == "Catalina Room")
        #expect(planned.plannedAt == one.start && planned.startedAt == one.start && !planned.isOpen)
        #expect(planned.fence == nil && planned.survey == "")
        let room = try await book.addVenue("Room")
        let later = one.at(90)
        try await book.expectAccepted([
            book.scheduled(
                one.session, of: one.course, at: later,
                ["minutes": .number(45), "venue": .text(room.text), "survey": .text("https://example.org")])
        ])
        let moved = try await read(one)
        #expect(moved.plannedAt == later && moved.minutes == 45 && moved.venue == "Room" && moved.survey != "")
        // What is not said stays.
        try await book.expectAccepted([book.scheduled(one.session, of: one.course, at: one.start)])
        let back = try await read(one)
        #expect(
            back.plannedAt == one.start && back.minutes == 45 && back.venue == "Room" && back.survey == moved.survey)
        try await book.expectAccepted([book.step(.classDeleted, one.session)])
        #expect(try await read(one).phase == .cancelled)
        #expect(try await book.problems(book.step(.classDeleted, one.session)) == ["class phase"])
        #expect(try await book.problems(book.started(one.session, at: room)) == ["class phase"])
        try await book.expectAccepted([book.scheduled(one.session, of: one.course, at: later)])
        #expect(try await read(one).phase == .cancelled)
        try await book.expectAccepted([book.step(.classRestored, one.session)])
        #expect(try await read(one).phase == .scheduled)
        #expect(try await book.problems(book.step(.classRestored, one.session)) == ["class phase"])
        try await book.expectAccepted([book.started(one.session, at: room)])
        #expect(try await read(one).phase == .running)
        #expect(try await book.findings() == [])
    }

    /// Of what is done without signal, the server hears later: the class was held, whoever had cancelled it meanwhile.
    @Test(arguments: Engine.allCases, [true, false])
    func isHeldThoughCancelledElsewhere(engine: Engine, isHeardFirst: Bool) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, isStarted: false, start: .now)
        let moments = [30, 20, 15].map { Instant.now.adding(milliseconds: -60_000 * $0) }
        let room = try await book.addVenue("Room")
        let cancelled = book.step(.classDeleted, one.session, at: moments[0])
        let held = [
            book.started(one.session, at: room, at: moments[1]), book.step(.classSaved, one.session, at: moments[2]),
        ]
        try await book.expectAccepted(isHeardFirst ? [cancelled] + held : held + [cancelled])
        let session = try await read(one)
        #expect(session.phase == .saved && session.startedAt == moments[1] && session.endedAt == moments[2])
        #expect(session.venue == "Room")
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func severalAreCancelledButNoneThatHasBegun(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        var planned: [Identifier] = []
        for day in 1...3 { planned.append(try await book.schedule(one.course, at: one.at(Double(day) * 1440))) }
        func cancel(_ id: Identifier) -> PostedEntry {
            book.entry(.classDeleted, ["class": .text(id.text), "onlyPlanned": .flag(true)])
        }
        let results = try await book.post(([one.session] + planned).map(cancel))
        #expect(results.map(\.outcome) == [.rejected, .accepted, .accepted, .accepted])
        #expect(results[0].problems.map(\.code) == ["phase"])
        let isRunning = try await read(one).phase
        #expect(isRunning == .running)
        for id in planned {
            #expect(try await book.store.session(id, taughtBy: book.instructor).phase == .cancelled)
        }
        try await book.expectAccepted(planned.map { book.step(.classRestored, $0) })
        #expect(try await book.store.classes(of: one.course, .planned).elements.map(\.id) == planned)
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        #expect(try await book.problems(cancel(one.session)) == ["class phase"])
        #expect(try await read(one).phase == .saved)
        // Only what is deleted says so.
        let pause = book.entry(.classPaused, ["class": .text(planned[0].text), "onlyPlanned": .flag(true)])
        #expect(try await book.problems(pause) == ["onlyPlanned unknown"])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func thosePlannedForLaterAreListed(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        let now = Instant.now
        func at(_ minutes: Int64) -> Instant { now.adding(milliseconds: minutes * 60_000) }
        // One whose time has come, though nobody started it, and one that is cancelled.
        _ = try await book.schedule(one.course, at: at(-1))
        let off = try await book.schedule(one.course, at: at(30))
        try await book.expectAccepted([book.step(.classDeleted, off)])
        let later = try await book.schedule(one.course, at: at(3000))
        let soon = try await book.schedule(one.course, at: at(20))
        let first = try await book.store.classes(of: one.course, .planned, most: 1, now: now)
        #expect(first.elements.map(\.id) == [soon])
        let rest = try await book.store.classes(of: one.course, .planned, after: first.next?.text, most: 1, now: now)
        #expect(rest.elements.map(\.id) == [later] && rest.next == nil)
        let courses = try await book.store.courses(ofClasses: [one.session, soon, .make(at: now)])
        #expect(courses == [one.session: one.course, soon: one.course])
    }

    @Test(arguments: Engine.allCases)
    func undoneScheduleLeavesNothing(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, isStarted: false)
        try await book.expectAccepted([book.step(.classUnscheduled, one.session)])
        let coming = try await book.store.classes(of: one.course, .coming, now: one.at(-10))
        let past = try await book.store.classes(of: one.course, .past, now: one.at(-10))
        #expect(coming.elements.isEmpty && past.elements.isEmpty)
        #expect(try await book.store.course(one.course, for: book.store.person(book.instructor)).nextAt == nil)
        for kind in [Kind.classUnscheduled, .classRestored, .classDeleted] {
            #expect(try await !book.problems(book.step(kind, one.session)).isEmpty)
        }
        #expect(try await book.problems(book.started(one.session, at: one.venue)) == ["class phase"])
        let again = book.scheduled(one.session, of: one.course, at: one.start)
        #expect(try await book.problems(again) == ["class phase"])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func classThatBeganIsNotUnscheduled(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, isStarted: false)
        try await book.expectAccepted([
            book.step(.classDeleted, one.session), book.step(.classUnscheduled, one.session),
        ])
        let other = try await book.schedule(one.course, at: one.start)
        try await book.expectAccepted([book.started(other, at: one.venue)])
        #expect(try await book.problems(book.step(.classUnscheduled, other)) == ["class phase"])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func whatIsWrongWithAPlannedClassIsSaid(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        let other = try await book.addCourse("Other", at: one.venue)
        let otto = try await book.addInstructor()
        let new = Identifier.make(at: .now)
        #expect(
            try await book.problems(book.scheduled(new, of: one.course, at: .now), by: otto) == ["course notFound"])
        #expect(try await book.problems(book.scheduled(new, of: .make(at: .now), at: .now)) == ["course notFound"])
        let nowhere = book.scheduled(new, of: one.course, at: .now, ["venue": .text(Identifier.make(at: .now).text)])
        #expect(try await book.problems(nowhere) == ["venue notFound"])
        // Of another course, of none, and one that has begun.
        #expect(try await book.problems(book.scheduled(one.session, of: other, at: .now)) == ["class notFound"])
        #expect(try await book.problems(book.scheduled(one.session, of: one.course, at: .now)) == ["class phase"])
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        #expect(try await book.problems(book.scheduled(one.session, of: one.course, at: .now)) == ["class phase"])
        let dropIn = try await book.startClass()
        #expect(try await book.problems(book.scheduled(dropIn, of: one.course, at: .now)) == ["class notFound"])
        for kind in [Kind.attendanceOpened, .attendanceClosed] {
            #expect(try await book.problems(book.step(kind, dropIn)) == ["class course"])
        }
    }

    @Test(arguments: Engine.allCases)
    func goesWithTheCourseToAnotherVenueUnlessItHasItsOwnOrHasBegun(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        let (room, attic) = try await (book.addVenue("Room"), book.addVenue("Attic"))
        let coming = try await book.schedule(one.course, at: one.at(9000))
        let own = try await book.schedule(one.course, at: one.at(9100), ["venue": .text(attic.text)])
        let off = try await book.schedule(one.course, at: one.at(9200))
        try await book.expectAccepted([book.step(.classDeleted, off)])
        try await book.expectAccepted([book.edited(one.course, ["venue": .text(room.text)])])
        for (session, venue) in [(one.session, "Catalina Room"), (coming, "Room"), (own, "Attic"), (off, "Room")] {
            #expect(try await book.store.session(session, taughtBy: book.instructor).venue == venue)
        }
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func theFenceStaysWhereItWasWhenTheClassBegan(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        let fence = try #require(try await read(one).fence)
        #expect(fence.centre.latitude == TestBook.hall.latitude && fence.radius == 100)
        let moved: [String: FieldValue] = [
            "venue": .text(one.venue.text), "name": .text("Catalina Room"), "latitude": .number(1),
            "longitude": .number(2), "radius": .number(500),
        ]
        try await book.expectAccepted([book.entry(.venueSaved, moved)])
        let (after, again) = (try await read(one), book.started(one.session, at: one.venue))
        #expect(after.fence?.centre.latitude == fence.centre.latitude && after.fence?.radius == 100)
        // Nor by another device that starts it too.
        let results = try await book.store.append([again], device: .make(at: .now), by: book.maker)
        #expect(results.map(\.outcome) == [.accepted])
        #expect(try await read(one).fence?.centre.latitude == fence.centre.latitude)
        #expect(try await one.outcome(book.claim(one.session)) == "accepted")
        #expect(try await one.state() == "present")
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func twoDevicesStartIt(engine: Engine) async throws {
        for isFirstFirst in [true, false] {
            let book = try await TestBook(engine)
            let one = try await TestCourse(book, isStarted: false)
            var starts = [one.at(1), one.at(3)].map { book.started(one.session, at: one.venue, at: $0) }
            if !isFirstFirst { starts.reverse() }
            for start in starts {
                let results = try await book.store.append([start], device: .make(at: .now), by: book.maker)
                #expect(results.map(\.outcome) == [.accepted])
            }
            let session = try await read(one)
            #expect(session.startedAt == one.at(1) && session.runningSince == one.at(1) && session.isOpen)
            // Once more on one device, it is a slip.
            let slip = book.started(one.session, at: one.venue, at: one.at(4))
            try await book.expectAccepted([slip])
            #expect(try await book.problems(book.started(one.session, at: one.venue, at: one.at(5))) == ["class phase"])
            #expect(try await book.findings() == [])
        }
    }

    @Test(arguments: Engine.allCases)
    func anInstructorHasOneClassInSession(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book)
        let second = try await book.schedule(one.course, at: .now)
        let start = book.started(second, at: one.venue)
        #expect(try await book.problems(start) == ["class inSession"])
        let dropIn = Identifier.make(at: .now)
        #expect(try await book.problems(book.started(dropIn, at: one.venue)) == ["class inSession"])
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        try await book.expectAccepted([start])
        #expect(try await book.problems(book.step(.classRestored, one.session)) == ["class inSession"])
        // Another who teaches the course too has a day of their own.
        let otto = try await book.addInstructor()
        let third = try await book.schedule(one.course, at: .now)
        let stranger = book.started(third, at: one.venue)
        #expect(try await book.problems(stranger, by: otto) == ["class notFound"])
        try await book.expectAccepted([
            book.edited(one.course, ["instructorAdded": .text(otto.person?.text ?? "")])
        ])
        try await book.expectAccepted([stranger], by: otto)
        #expect(try await book.store.session(third, taughtBy: book.instructor).instructor == otto.person)
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func aCourseOf300Classes(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, students: 1, start: .now.adding(milliseconds: -150 * Self.day - 3_700_000))
        try await book.expectAccepted([book.step(.classSaved, one.session, at: one.at(60))])
        let more = (1..<300).map { number in
            book.scheduled(.make(at: .now), of: one.course, at: one.at(Double(number) * 1440))
        }
        for part in stride(from: 0, to: more.count, by: 200) {
            try await book.expectAccepted(Array(more[part..<min(part + 200, more.count)]))
        }
        var seen: [ClassTime: [ClassSession]] = [:]
        for time in ClassTime.allCases {
            var after: String?
            repeat {
                let part = try await book.store.classes(of: one.course, time, after: after)
                seen[time, default: []] += part.elements
                after = part.next?.text
            } while after != nil
        }
        let (coming, past) = (seen[.coming] ?? [], seen[.past] ?? [])
        #expect(coming.count + past.count == 300 && Set((coming + past).map(\.id)).count == 300)
        #expect(past.count == 151)
        #expect(coming.map(\.startedAt) == coming.map(\.startedAt).sorted())
        #expect(past.map(\.startedAt) == past.map(\.startedAt).sorted().reversed())
        let all = past.reversed() + coming
        for number in [0, 1, 2, 149, 150, 151, 298, 299] {
            let place = try #require(try await book.store.place(of: all[number]))
            #expect(place.number == number + 1 && place.count == 300)
            #expect(place.previous?.id == (number > 0 ? all[number - 1].id : nil))
            #expect(place.next?.id == (number < 299 ? all[number + 1].id : nil))
        }
        #expect(try await book.course(one.course).nextAt == coming.first?.plannedAt)
        await #expect(throws: Problem.self) { try await book.store.classes(of: one.course, .past, after: "x") }
    }

    /// Of classes at one moment.
    @Test(arguments: Engine.allCases)
    func classesAtOneMomentHaveAnOrder(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, students: 0, isStarted: false, start: .now.adding(milliseconds: Self.day))
        for _ in 0..<4 { _ = try await book.schedule(one.course, at: one.start) }
        let first = try await book.store.classes(of: one.course, .coming, most: 2)
        let rest = try await book.store.classes(of: one.course, .coming, after: first.next?.text, most: 3)
        let all = (first.elements + rest.elements).map(\.id)
        #expect(all == all.sorted() && Set(all).count == 5 && rest.next == nil)
        let last = try #require(try await book.store.place(of: rest.elements[2]))
        #expect(last.number == 5 && last.next == nil && last.previous?.id == all[3])
    }
}
