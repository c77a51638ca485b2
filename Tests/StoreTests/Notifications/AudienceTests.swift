import Classroom
import Foundation
import Support
import Testing

@testable import Store

@Suite struct AudienceTests {
    /// A student's device that says where it is.
    private static func nearby(
        _ one: TestCourse, metres: Double = 0, accuracy: Double = 8, age: Double = 1000, at: Instant = .now,
        id: Identifier? = nil
    ) -> PostedEntry {
        let place = TestBook.hall.north(metres)
        let fields: [String: FieldValue] = [
            "class": .text(one.session.text), "latitude": .number(place.latitude),
            "longitude": .number(place.longitude), "accuracy": .number(accuracy), "age": .number(age),
        ]
        return PostedEntry(
            id: id ?? .make(at: at), kind: .deviceNearby, at: at, fields: fields.map { Field($0.key, $0.value) })
    }

    private static func people(
        _ one: TestCourse, _ audience: Audience, _ topic: NotificationTopic, now: Instant = .now
    ) async throws -> Set<Identifier> {
        Set(try await one.book.store.people(audience, of: one.session, wanting: topic, now: now))
    }

    @Test(arguments: Engine.allCases)
    func onlyThoseInsideWithinFifteenMinutesAreNearby(engine: Engine) async throws {
        let now = Instant.now
        let one = try await TestCourse(TestBook(engine), students: 5, isStarted: false, start: now)
        #expect(try await one.outcome(Self.nearby(one, at: now)) == "accepted")
        #expect(try await one.outcome(Self.nearby(one, metres: 400, at: now), of: 1) == "accepted")
        #expect(try await one.outcome(Self.nearby(one, metres: 97, at: now), of: 2) == "accepted")
        #expect(try await one.outcome(Self.nearby(one, age: 61_000, at: now), of: 3) == "accepted")
        #expect(try await Self.people(one, .nearby, .starts, now: now) == [one.students[0]])
        let later = now.adding(milliseconds: Audience.nearbyTime)
        #expect(try await Self.people(one, .nearby, .starts, now: later) == [one.students[0]])
        #expect(try await Self.people(one, .nearby, .starts, now: later.adding(milliseconds: 1)) == [])
        // What happened earlier and comes later changes nothing.
        let before = now.adding(milliseconds: -60_000)
        #expect(try await one.outcome(Self.nearby(one, metres: 400, at: before), now: now) == "accepted")
        #expect(try await Self.people(one, .nearby, .starts, now: now) == [one.students[0]])
        #expect(try await one.outcome(Self.nearby(one, metres: 400, at: now.adding(milliseconds: 1))) == "accepted")
        #expect(try await Self.people(one, .nearby, .starts, now: now) == [])
        try await expectSound(one.book)
    }

    @Test(arguments: Engine.allCases)
    func theJournalKeepsOnlyTheAnswer(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), isStarted: false)
        let entry = Self.nearby(one, metres: 20)
        #expect(try await one.outcome(entry) == "accepted")
        let kept = try await one.book.store.database.read { connection in
            try connection.first("SELECT fields FROM entry WHERE kind = 'device.nearby'")?.text("fields")
        }
        #expect(kept == #"{"answer":"inside"}"#)
        // The same again, and after the venue has moved; another time it is another entry.
        #expect(try await one.outcome(entry) == "duplicate")
        let far = TestBook.hall.north(9000)
        try await one.book.expectAccepted([
            one.book.entry(
                .venueSaved,
                [
                    "venue": .text(one.venue.text), "name": .text("Hall"), "latitude": .number(far.latitude),
                    "longitude": .number(far.longitude),
                ])
        ])
        #expect(try await one.outcome(entry) == "duplicate")
        let other = try #require(entry.instant).adding(milliseconds: -9)
        #expect(try await one.outcome(Self.nearby(one, at: other, id: entry.identifier)) == "id conflict")
    }

    @Test(arguments: Engine.allCases)
    func onlyStudentsOfTheCourseSayThatTheyAreNear(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), isStarted: false)
        let book = one.book
        #expect(try await book.problems(Self.nearby(one)) == ["class notFound"])
        try await book.expectAccepted([book.enrolment(.enrolmentDeclined, one.students[0], one.course)])
        #expect(try await one.outcome(Self.nearby(one)) == "class notFound")
        let empty = book.entry(.deviceNearby, ["class": .text(one.session.text)])
        #expect(try await one.outcome(empty, of: 1) == "latitude required")
        let answered = book.entry(.deviceNearby, ["class": .text(one.session.text), "answer": .text("inside")])
        #expect(try await one.outcome(answered, of: 1) != "accepted")
    }

    @Test(arguments: Engine.allCases)
    func everybodyIsInTheirAudienceUnlessTheyWantNot(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let (book, students) = (one.book, one.students)
        #expect(try await one.outcome(book.claim(one.session)) == "accepted")
        #expect(try await Self.people(one, .instructors, .marks) == [book.instructor])
        #expect(try await Self.people(one, .present, .reconfirm) == [students[0]])
        #expect(try await Self.people(one, .students, .changes) == Set(students))
        func chosen(_ topic: String, _ wanted: Bool, at: Instant = .now) -> PostedEntry {
            book.entry(.notificationsChosen, ["topic": .text(topic), "wanted": .flag(wanted)], at: at)
        }
        try await book.expectAccepted([chosen("changes", false)], by: book.student(students[1]))
        #expect(try await Self.people(one, .students, .changes) == [students[0], students[2]])
        #expect(try await book.store.unwantedTopics(of: students[1]) == [.changes])
        try await book.expectAccepted(
            [chosen("changes", true, at: .now.adding(milliseconds: -5000))], by: book.student(students[1]))
        #expect(try await Self.people(one, .students, .changes).count == 2)
        try await book.expectAccepted(
            [chosen("changes", true, at: .now.adding(milliseconds: 5))], by: book.student(students[1]))
        #expect(try await Self.people(one, .students, .changes).count == 3)
        try await book.expectAccepted([chosen("marks", false)])
        #expect(try await Self.people(one, .instructors, .marks) == [])
        #expect(try await book.problems(chosen("weather", true)) == ["topic choice"])
        let half = book.entry(.notificationsChosen, ["topic": .text("marks")])
        #expect(try await book.problems(half) == ["wanted required"])
        try await expectSound(book)
    }

    /// Neither who is near nor what somebody wants to be told is told to others.
    @Test func bothArePrivate() async throws {
        let one = try await TestCourse(TestBook(), isStarted: false)
        let book = one.book
        #expect(try await one.outcome(Self.nearby(one)) == "accepted")
        let chosen = book.entry(.notificationsChosen, ["topic": .text("starts"), "wanted": .flag(true)])
        #expect(try await one.outcome(chosen) == "accepted")
        let entries = try await book.store.entries(after: 0).filter {
            $0.kind == "device.nearby" || $0.kind == "notifications.chosen"
        }
        #expect(entries.count == 2)
        let instructor = try await book.store.feedScope(of: book.store.person(book.instructor))
        let student = try await book.store.feedScope(of: book.store.person(one.students[0]))
        #expect(!entries.contains(where: instructor.holds))
        #expect(entries.allSatisfy(student.holds))
    }

    @Test(arguments: Engine.allCases)
    func aClassHasMovedIfItsTimeOrVenueIsAnother(engine: Engine) async throws {
        let start = Instant.now.adding(milliseconds: 86_400_000)
        let one = try await TestCourse(TestBook(engine), isStarted: false, start: start)
        let book = one.book
        let other = try await book.addVenue("Other")
        func moved(_ start: Instant, _ fields: [String: FieldValue] = [:]) async throws -> Bool {
            let before = try await book.store.lastSequence()
            try await book.expectAccepted([book.scheduled(one.session, of: one.course, at: start, fields)])
            return try await book.store.hasMoved(one.session, since: before + 1)
        }
        #expect(try await !book.store.hasMoved(one.session, since: 1))
        #expect(try await !moved(start))
        #expect(try await !moved(start, ["venue": .text(one.venue.text)]))
        #expect(try await !moved(start, ["minutes": .number(90)]))
        #expect(try await moved(start, ["venue": .text(other.text)]))
        #expect(try await !moved(start, ["venue": .text(other.text)]))
        #expect(try await !moved(start))
        #expect(try await moved(start.adding(milliseconds: 60_000)))
    }
}
