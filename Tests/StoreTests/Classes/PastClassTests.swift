import Classroom
import Support
import Testing

@testable import Store

/// Classes that are recorded, corrected and ended afterwards.
@Suite struct PastClassTests {
    private static let day: Int64 = 86_400_000
    private static let yesterday = Instant.now.adding(milliseconds: -day)

    private func minutes(_ number: Int64) -> Instant { Self.yesterday.adding(milliseconds: number * 60_000) }

    private func read(_ book: TestBook, _ session: Identifier) async throws -> ClassSession {
        try await book.store.session(session, taughtBy: book.instructor)
    }

    private func corrected(
        _ book: TestBook, _ session: Identifier, _ fields: [String: FieldValue], at: Instant = .now
    ) -> PostedEntry {
        book.entry(.classCorrected, fields.merging(["class": .text(session.text)]) { $1 }, at: at)
    }

    private func recorded(
        _ book: TestBook, _ session: Identifier, _ start: Instant, _ end: Instant, _ fields: [String: FieldValue] = [:]
    ) -> PostedEntry {
        let times: [String: FieldValue] = [
            "class": .text(session.text), "start": .text(start.text), "end": .text(end.text),
        ]
        return book.entry(.classRecorded, times.merging(fields) { $1 })
    }

    /// A drop-in class of an hour, saved yesterday, with one student.
    private func saved(_ book: TestBook) async throws -> (session: Identifier, student: Identifier) {
        let student = try await book.addStudents(1)[0]
        let session = try await book.startClass(at: minutes(0))
        try await book.expectAccepted([
            book.mark(.attendanceMarked, session, student, at: minutes(5)),
            book.step(.classSaved, session, at: minutes(60)),
        ])
        return (session, student)
    }

    @Test(arguments: Engine.allCases)
    func aPlannedClassIsRecordedAndTakenBack(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, isStarted: false, start: Self.yesterday, ["category": .text("strength")])
        try await book.expectAccepted([recorded(book, one.session, minutes(0), minutes(60))])
        let held = try await read(book, one.session)
        #expect(held.phase == .saved && held.startedAt == minutes(0) && held.endedAt == minutes(60))
        #expect(held.worked == 3_600_000 && !held.isOpen && held.plannedAt == one.start && held.beganAt == nil)
        try await book.expectAccepted([book.mark(.attendanceMarked, one.session, one.students[0])])
        #expect(try await book.store.trainingTotals(of: one.students[0])[.strength] == 60)
        #expect(try await book.store.heldClasses(of: one.course).map(\.present) == [1])
        #expect(try await book.findings() == [])
        #expect(try await book.problems(recorded(book, one.session, minutes(0), minutes(60))) == ["class phase"])
        try await book.expectAccepted([book.step(.classRestored, one.session)])
        #expect(try await read(book, one.session).phase == .scheduled)
        #expect(try await book.store.person(one.students[0]).attended == 0)
        try await book.expectAccepted([book.step(.classDeleted, one.session)])
        #expect(try await book.problems(recorded(book, one.session, minutes(0), minutes(60))) == ["class phase"])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func whoWaitsForAClassThatNobodyStartedStaysInQuestion(engine: Engine) async throws {
        let one = try await TestCourse(try await TestBook(engine), isStarted: false, start: Self.yesterday)
        let claim = one.book.claim(one.session, at: minutes(2))
        #expect(try await one.outcome(claim, now: minutes(30)) == "accepted")
        #expect(try await one.state() == "unconfirmed early")
        try await one.book.expectAccepted([recorded(one.book, one.session, minutes(0), minutes(60))])
        #expect(try await one.state() == "unconfirmed early")
        try await one.book.expectAccepted([one.book.mark(.attendanceMarked, one.session, one.students[0])])
        #expect(try await one.state() == "present")
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func aClassThatNobodyPlannedIsAdded(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let venue = try await book.addVenue()
        let session = Identifier.make(at: .now)
        let place = ["venue": FieldValue.text(venue.text)]
        try await book.expectAccepted([recorded(book, session, minutes(0), minutes(75), place)])
        let held = try await read(book, session)
        #expect(held.phase == .saved && held.startedAt == minutes(0) && held.worked == 75 * 60_000)
        #expect(held.course == nil && held.plannedAt == nil && held.venue == "Hall")
        #expect(try await book.store.classInSession(of: book.instructor) == nil)
        #expect(try await book.problems(book.step(.classRestored, session)) == ["class tooLate"])
        #expect(try await book.problems(recorded(book, session, minutes(0), minutes(75), place)) == ["class exists"])
        try await book.expectAccepted([book.step(.classDeleted, session), book.step(.classRestored, session)])
        #expect(try await read(book, session).phase == .saved)
        #expect(try await book.findings() == [])
        let copy = try #require(try await book.store.offlineCopy(for: book.instructor).classes.first)
        #expect(copy.row.phase == .saved && copy.row.worked == held.worked && copy.row.endedAt == held.endedAt)
    }

    @Test(arguments: Engine.allCases)
    func whatIsWrongIsSaid(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, isStarted: false, start: Self.yesterday)
        let otto = try await book.addInstructor()
        let (session, _) = try await (book.startClass(at: minutes(100)), 0)
        let place = ["venue": FieldValue.text(one.venue.text)]
        let new = Identifier.make(at: .now)
        let later = Instant.now.adding(milliseconds: 600_000)
        for (start, end, fields, problem) in [
            (minutes(0), minutes(60), [:], "venue required"),
            (minutes(0), minutes(60), ["venue": .text(new.text)], "venue notFound"),
            (minutes(60), minutes(0), place, "end order"), (minutes(0), minutes(0), place, "end order"),
            (minutes(-10), minutes(1431), place, "end tooLong"), (minutes(0), later, place, "end tooLong"),
            (minutes(1200), later, place, "end future"),
        ] as [(Instant, Instant, [String: FieldValue], String)] {
            #expect(try await book.problems(recorded(book, new, start, end, fields)) == [problem], "\(problem)")
        }
        #expect(
            try await book.problems(recorded(book, one.session, minutes(0), minutes(60)), by: otto) == [
                "class notFound"
            ])
        #expect(
            try await book.problems(corrected(book, session, ["start": .text(minutes(101).text)])) == ["class phase"])
        #expect(try await book.problems(corrected(book, session, [:])) == ["class nothing"])
        try await book.expectAccepted([book.step(.classSaved, session, at: minutes(160))])
        let course = ["course": FieldValue.text(one.course.text)]
        #expect(try await book.problems(corrected(book, session, course), by: otto) == ["class notFound"])
        for (fields, problem) in [
            (["start": .text(minutes(160).text)], "start order"), (["end": .text(later.text)], "end future"),
            (["paused": .number(60)], "paused tooLong"), (["paused": .number(-1)], "paused range"),
            (["paused": .text("5")], "paused type"), (["start": .text("yesterday")], "start time"),
            (["venue": .text(new.text)], "venue notFound"), (["course": .text(new.text)], "course notFound"),
        ] as [([String: FieldValue], String)] {
            #expect(try await book.problems(corrected(book, session, fields)) == [problem], "\(problem)")
        }
        try await book.expectAccepted([recorded(book, one.session, minutes(0), minutes(60))])
        #expect(try await book.problems(corrected(book, one.session, ["course": .null])) == ["course planned"])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func everythingFollowsACorrection(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let one = try await TestCourse(book, start: Self.yesterday, ["category": .text("mobility")])
        try await book.expectAccepted([
            book.mark(.attendanceMarked, one.session, one.students[0], at: one.at(1)),
            book.step(.classSaved, one.session, at: one.at(60)),
        ])
        let gym = try await book.addVenue("Gym")
        try await book.expectAccepted([
            corrected(
                book, one.session,
                ["start": .text(one.at(10).text), "end": .text(one.at(70).text), "paused": .number(15)]),
            corrected(book, one.session, ["venue": .text(gym.text)]),
        ])
        let now = try await read(book, one.session)
        #expect(now.startedAt == one.at(10) && now.endedAt == one.at(70) && now.worked == 45 * 60_000)
        #expect(now.paused == 15 * 60_000 && now.venue == "Gym" && now.plannedAt == one.start)
        #expect(try await one.state() == "present")
        #expect(try await book.store.trainingTotals(of: one.students[0])[.mobility] == 45)
        #expect(try await book.store.trainings(of: one.students[0]).elements.map(\.startedAt) == [one.at(10)])
        let list = try await book.store.sessions(taughtBy: book.instructor)
        #expect(list.elements.map(\.venue) == ["Gym"])
        // On another day it stands there among the classes of its course, and comes back.
        let before = one.start.adding(milliseconds: -2 * Self.day)
        let ended = before.adding(milliseconds: 3_600_000)
        let moved = ["start": FieldValue.text(before.text), "end": .text(ended.text)]
        try await book.expectAccepted([corrected(book, one.session, moved)])
        #expect(try await book.store.heldClasses(of: one.course).map(\.plannedAt) == [before])
        let back = ["start": FieldValue.text(one.start.text), "end": .text(one.at(60).text)]
        try await book.expectAccepted([corrected(book, one.session, back)])
        #expect(try await book.store.heldClasses(of: one.course).map(\.plannedAt) == [one.start])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func theLatestByTrustedTimeWinsInAnyOrder(engine: Engine) async throws {
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let book = try await TestBook(engine)
            let (session, student) = try await saved(book)
            let gym = try await book.addVenue("Gym")
            let entries = [
                corrected(book, session, ["start": .text(minutes(5).text)], at: minutes(100)),
                corrected(
                    book, session, ["start": .text(minutes(10).text), "venue": .text(gym.text)], at: minutes(110)),
                corrected(book, session, ["end": .text(minutes(50).text), "paused": .number(4)], at: minutes(120)),
            ]
            for index in order { try await book.expectAccepted([entries[index]]) }
            let now = try await read(book, session)
            #expect(now.startedAt == minutes(10) && now.endedAt == minutes(50) && now.worked == 36 * 60_000)
            #expect(now.venue == "Gym" && now.attending == 1)
            #expect(try await book.store.person(student).attended == 1)
            #expect(try await book.store.story(of: now).changes.count == 3)
            #expect(try await book.findings() == [])
        }
    }

    @Test(arguments: Engine.allCases)
    func aDropInBecomesOneOfACourseAndComesBack(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (session, student) = try await saved(book)
        let venue = try await book.addVenue("Room")
        let course = try await book.addCourse(at: venue, ["category": .text("endurance")])
        let choice = try await book.store.courseChoices(taughtBy: book.instructor, for: session)
        #expect(choice.map(\.id) == [course] && choice.map(\.strangers) == [1])
        try await book.expectAccepted([corrected(book, session, ["course": .text(course.text)])])
        let there = try await read(book, session)
        #expect(there.course == course && there.plannedAt == minutes(0) && there.minutes == 60)
        #expect(there.attending == 1 && there.phase == .saved)
        #expect(try await book.store.trainingTotals(of: student)[.endurance] == 60)
        #expect(try await book.store.place(of: there)?.number == 1)
        try await book.expectAccepted([corrected(book, session, ["start": .text(minutes(30).text)])])
        #expect(try await read(book, session).plannedAt == minutes(30))
        let otto = try await book.addInstructor()
        let person = try #require(otto.person)
        try await book.expectAccepted([book.edited(course, ["instructorAdded": .text(person.text)])])
        #expect(try await book.problems(corrected(book, session, ["course": .null]), by: otto) == ["course forbidden"])
        #expect(try await book.problems(book.step(.classPaused, session)) == ["class phase"])
        #expect(try await book.findings() == [])
        try await book.expectAccepted([corrected(book, session, ["course": .null])])
        let back = try await read(book, session)
        #expect(back.course == nil && back.plannedAt == nil && back.attending == 1)
        let names = try await book.store.story(of: back)
        #expect(names.changes.map(\.after.course) == [course, course, nil] && names.name(course) == "Yoga")
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func aForgottenClassEndsWhenItDid(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let student = try await book.addStudents(1)[0]
        let session = try await book.startClass(at: minutes(0))
        let latest = minutes(12 * 60)
        #expect(try await book.store.lastSign(of: session, until: latest) == nil)
        try await book.expectAccepted([book.mark(.attendanceMarked, session, student, at: minutes(70))])
        #expect(try await book.store.lastSign(of: session, until: latest) == minutes(70))
        // Who is marked the next morning was not marked in class.
        try await book.expectAccepted([book.mark(.attendanceMarked, session, book.instructor)])
        #expect(try await book.store.lastSign(of: session, until: latest) == minutes(70))
        let save = { (end: Instant) in
            book.entry(.classSaved, ["class": .text(session.text), "end": .text(end.text)])
        }
        #expect(try await book.problems(save(minutes(0))) == ["end order"])
        #expect(try await book.problems(save(.now.adding(milliseconds: Self.day))) == ["end future"])
        try await book.expectAccepted([save(minutes(75))])
        let held = try await read(book, session)
        #expect(held.phase == .saved && held.endedAt == minutes(75) && held.worked == 75 * 60_000)
        #expect(try await book.store.person(student).attended == 1)
        #expect(try await book.store.story(of: held).changes.map(\.after.end) == [minutes(75)])
        try await book.expectAccepted([book.step(.classRestored, session)])
        #expect(try await read(book, session).runningSince == minutes(0))
        #expect(try await book.findings() == [])
    }

    /// A device without signal held the class that another says took place.
    @Test(arguments: Engine.allCases)
    func aRecordMeetsAClassThatWasHeldAfterAll(engine: Engine) async throws {
        let one = try await TestCourse(try await TestBook(engine), isStarted: false, start: Self.yesterday)
        let book = one.book
        try await book.expectAccepted([recorded(book, one.session, minutes(0), minutes(60))])
        let phone = Identifier.make(at: .now)
        let held = [
            book.started(one.session, at: one.venue, at: minutes(3)),
            book.mark(.attendanceMarked, one.session, one.students[0], at: minutes(4)),
            book.step(.classSaved, one.session, at: minutes(57)),
        ]
        let results = try await book.store.append(held, device: phone, by: book.maker)
        #expect(results.flatMap(\.problems).isEmpty)
        let now = try await read(book, one.session)
        #expect(now.phase == .saved && now.startedAt == minutes(3) && now.endedAt == minutes(57))
        #expect(now.attending == 1)
        #expect(try await book.findings() == [])
    }
}
