import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Students who say to be present.
@Suite struct ClaimTests {
    @Test(arguments: Engine.allCases)
    func whereTheyAreDecides(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), students: 8)
        let book = one.book
        func claimed(_ number: Int, _ metres: Double?, accuracy: Double = 8, age: Double = 0) async throws -> String {
            let claim = book.claim(one.session, metres: metres, accuracy: accuracy, age: age, at: one.at(1))
            let outcome = try await one.outcome(claim, of: number)
            return outcome == "accepted" ? try await one.state(of: number) : outcome
        }
        #expect(try await claimed(0, 12) == "present")
        #expect(try await claimed(1, 240) == "position outside")
        #expect(try await claimed(2, 98) == "unconfirmed borderline")
        #expect(try await claimed(3, nil) == "unconfirmed noPosition")
        #expect(try await claimed(4, 12, age: 60_001) == "unconfirmed borderline")
        #expect(try await claimed(5, 12, accuracy: 100.1) == "unconfirmed borderline")
        let mark = try #require(try await one.mark())
        #expect(mark.distance == 10 && mark.accuracy == 8 && !mark.isByInstructor && mark.at == one.at(1))
        let far = book.claim(one.session, metres: 240, at: one.at(1))
        let result = try await book.post([far], by: book.student(one.students[1]), now: one.at(1))[0]
        #expect(result.problems.map(\.message) == ["You are 240 m from Catalina Room."])
        // From outside to inside.
        #expect(try await claimed(1, 10) == "present")
        #expect(try await claimed(2, 10) == "present")
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func aVenueWithoutAPositionLeavesItToTheInstructor(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), at: nil)
        #expect(try await one.outcome(one.book.claim(one.session, at: one.at(1))) == "accepted")
        #expect(try await one.state() == "unconfirmed noFence")
        #expect(try await one.outcome(one.book.claim(one.session, metres: nil, at: one.at(1)), of: 1) == "accepted")
        #expect(try await one.state(of: 1) == "unconfirmed noPosition")
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func theCoursesPolicyCounts(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), at: TestBook.hall, ["accuracy": .number(20)])
        let book = one.book
        #expect(try await one.outcome(book.claim(one.session, accuracy: 21, at: one.at(1))) == "accepted")
        #expect(try await one.state() == "unconfirmed borderline")
        #expect(try await one.outcome(book.claim(one.session, accuracy: 20, at: one.at(1)), of: 1) == "accepted")
        #expect(try await one.state(of: 1) == "present")
        try await book.expectAccepted([book.edited(one.course, ["evidence": .text("instructor")])])
        #expect(try await one.outcome(book.claim(one.session, at: one.at(2)), of: 2) == "class policy")
        #expect(try await book.findings() == [])
    }

    /// Made in a minute of the class, come in another, and what comes of it.
    private static let times: [(made: Double, come: Double, state: String)] = [
        (-1.5, -1.5, "class notYet"), (-1.5, -0.5, "unconfirmed early"), (-1.5, 0.4, "present"),
        (-3, 0.5, "unconfirmed early"), (5, 5, "present"), (5, 7, "present"), (5, 7.1, "unconfirmed late"),
        (9, 9.9, "present"), (9, 10.5, "unconfirmed late"), (9, 12, "unconfirmed late"),
        (9, 29, "unconfirmed late"), (15, 15, "class closed"), (15, 15.5, "unconfirmed closed"),
        (19, 20.5, "present"), (18, 20.5, "unconfirmed closed"), (29, 30.5, "unconfirmed late"),
        (29, 40, "unconfirmed late"), (31, 31, "class over"), (35, 600, "class over"),
        // By a clock that is fast: nothing is later than its receipt.
        (31, 29.5, "present"), (33, 29.5, "present"), (25, 22.5, "present"), (35, 31, "class over"),
    ]

    /// The class begins in minute 0, attendance closes in 10 and opens in 20, and the class ends in 30.
    @Test(arguments: Engine.allCases)
    func whenTheyClaimDecides(engine: Engine) async throws {
        let start = Instant.now.adding(milliseconds: -86_400_000)
        let one = try await TestCourse(TestBook(engine), students: Self.times.count, start: start)
        let book = one.book
        try await book.expectAccepted([
            book.step(.attendanceClosed, one.session, at: one.at(10)),
            book.step(.attendanceOpened, one.session, at: one.at(20)),
            book.step(.classSaved, one.session, at: one.at(30)),
        ])
        for (number, time) in Self.times.enumerated() {
            let claim = book.claim(one.session, at: one.at(time.made))
            let outcome = try await one.outcome(claim, of: number, now: one.at(time.come))
            let isRefused = time.state.hasPrefix("class")
            #expect(outcome == (isRefused ? time.state : "accepted"), "\(time)")
            #expect(try await one.state(of: number) == (isRefused ? "" : time.state), "\(time)")
        }
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func whoDoesNotTakeTheCourseFindsNoClass(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let book = one.book
        let other = try await book.addCourse("Other", at: one.venue)
        let stranger = Identifier.make(at: .now)
        try await book.expectAccepted([book.added(stranger, "Sam", "Stranger", id: "4711")])
        let maker = book.student(stranger)
        try await book.expectAccepted([book.requested(one.course), book.requested(other)], by: maker)
        try await book.enrol([stranger], in: other)
        let dropIn = Identifier.make(at: .now)
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        try await book.expectAccepted([book.started(dropIn, at: one.venue)])
        for session in [one.session, dropIn, .make(at: .now)] {
            #expect(try await book.problems(book.claim(session), by: maker) == ["class notFound"])
        }
        #expect(try await book.problems(book.claim(one.session), by: book.maker) == ["class notFound"])
        #expect(try await book.problems(book.claim(one.session), by: .host) == ["class notFound"])
        try await book.expectAccepted([book.enrolment(.enrolmentDeclined, one.students[0], one.course)])
        #expect(try await one.outcome(book.claim(one.session)) == "class notFound")
        #expect(try await one.state(of: 1) == "")
    }

    @Test(arguments: Engine.allCases)
    func aClaimThatSaysNothingNewIsNotKept(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let (book, maker) = (one.book, one.book.student(one.students[0]))
        func claim(_ minute: Double, metres: Double = 0) async throws -> EntryResult {
            let claim = book.claim(one.session, metres: metres, at: one.at(minute))
            return try await book.post([claim], by: maker, now: one.at(minute))[0]
        }
        // In doubt, another claim may say more.
        #expect(try await claim(1, metres: 98).outcome == .accepted)
        let first = try await claim(2)
        #expect(first.outcome == .accepted)
        let last = try await book.store.lastSequence()
        for minute in [2.0, 3, 4] {
            let again = try await claim(minute)
            #expect(again.outcome == .duplicate && again.sequence == first.sequence)
        }
        #expect(try await book.store.lastSequence() == last)
        #expect(try await one.mark()?.at == one.at(2))
        // After the instructor's word it says something.
        try await book.expectAccepted([book.mark(.attendanceCleared, one.session, one.students[0], at: one.at(5))])
        #expect(try await claim(6).outcome == .accepted)
        #expect(try await one.state() == "unconfirmed cleared")
        // The instructor's mark may be withdrawn, and then the claim counts.
        try await book.expectAccepted([book.mark(.attendanceMarked, one.session, one.students[1], at: one.at(1))])
        let other = book.claim(one.session, at: one.at(2))
        #expect(try await one.outcome(other, of: 1) == "accepted")
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func sentAgainItIsTheSameThoughThePlaceIsForgotten(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let (book, maker) = (one.book, one.book.student(one.students[0]))
        let claim = book.claim(one.session, accuracy: 30, at: one.at(1))
        func again(_ entry: PostedEntry) async throws -> EntryResult.Outcome {
            try await book.post([entry], by: maker, now: one.at(1))[0].outcome
        }
        #expect(try await again(claim) == .accepted)
        #expect(try await again(claim) == .duplicate)
        func altered(_ name: String, _ value: Double) -> PostedEntry {
            PostedEntry(
                id: claim.identifier ?? .make(at: .now), kind: .attendanceClaimed, at: one.at(1),
                fields: claim.fields.map { $0.name == name ? Field(name, .number(value)) : $0 })
        }
        #expect(try await again(altered("accuracy", 31)) == .conflict)
        #expect(try await again(altered("age", 7)) == .conflict)
        #expect(try await again(altered("latitude", 47)) == .conflict)
        // Whatever the instructor has changed meanwhile, it is still the same entry.
        try await book.expectAccepted([book.edited(one.course, ["accuracy": .number(10)])])
        #expect(try await again(claim) == .duplicate)
        try await book.expectAccepted([book.step(.classSaved, one.session)])
        #expect(try await again(claim) == .duplicate)
        #expect(try await one.state() == "present")
        #expect(try await book.findings() == [])
    }
}
