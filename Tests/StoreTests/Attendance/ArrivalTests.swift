import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Claims made without signal, and what the instructor did without signal, in whatever order they come.
@Suite struct ArrivalTests {
    private static let start = Instant.now.adding(milliseconds: -20 * 3_600_000)

    private func course(_ engine: Engine, students: Int = 4) async throws -> TestCourse {
        try await TestCourse(TestBook(engine), students: students, isStarted: false, start: Self.start)
    }

    private func expect(
        _ one: TestCourse, _ kind: Kind, minute: Double, come: Double, _ comment: String = ""
    ) async throws {
        let entry =
            kind == .classStarted
            ? one.book.started(one.session, at: one.venue, at: one.at(minute))
            : one.book.step(kind, one.session, at: one.at(minute))
        let result = try await one.book.post([entry], by: one.book.maker, now: one.at(come))[0]
        #expect(result.outcome == .accepted, "\(kind) \(result.problems) \(comment)")
    }

    private func states(_ one: TestCourse, _ numbers: Int...) async throws -> [String] {
        var states: [String] = []
        for number in numbers { states.append(try await one.state(of: number)) }
        return states
    }

    private func claim(
        _ one: TestCourse, _ number: Int, minute: Double, come: Double, metres: Double? = 0
    ) async throws -> String {
        let claim = one.book.claim(one.session, metres: metres, at: one.at(minute))
        let outcome = try await one.outcome(claim, of: number, now: one.at(come))
        return outcome == "accepted" ? try await one.state(of: number) : outcome
    }

    /// A start that was taken back never was, for what comes later of that time.
    @Test(arguments: Engine.allCases)
    func theStartWasTakenBack(engine: Engine) async throws {
        let (one, other) = (try await course(engine), try await course(engine))
        try await expect(one, .classStarted, minute: 0, come: 0)
        try await expect(one, .classUnstarted, minute: 0.5, come: 0.5)
        for (number, come) in [0.6, 20].enumerated() {
            let state = try await claim(one, number, minute: 0.25, come: come)
            #expect(try await claim(other, number, minute: 0.25, come: come) == state)
            #expect(number == 0 || state == "unconfirmed early")
        }
        try await expect(one, .classStarted, minute: 10, come: 21)
        #expect(try await one.state(of: 1) == "unconfirmed early")
        let again = one.book.step(.classUnstarted, one.session, at: one.at(10.5))
        let refused = try await one.book.post([again], by: one.book.maker, now: one.at(21.5))[0]
        #expect(refused.problems.map(\.code) == ["marked"])
        #expect(try await one.book.findings() == [])
    }

    /// The class began at 0, and the instructor's device comes back before or after the students'.
    @Test(arguments: Engine.allCases)
    func theClassStartedWithoutSignalToo(engine: Engine) async throws {
        let expected = [
            "unconfirmed late", "unconfirmed borderline", "unconfirmed noPosition", "unconfirmed early",
            "unconfirmed late",
        ]
        let claims: [(minute: Double, metres: Double?)] = [(5, 0), (5, 98), (5, nil), (-5, 0), (5, 240)]
        for startComesFirst in [true, false] {
            let one = try await course(engine, students: 5)
            if startComesFirst { try await expect(one, .classStarted, minute: 0, come: 19) }
            for (number, claimed) in claims.enumerated() {
                let state = try await claim(
                    one, number, minute: claimed.minute, come: 20, metres: claimed.metres)
                #expect(state == (startComesFirst ? expected[number] : "unconfirmed early"))
            }
            if !startComesFirst { try await expect(one, .classStarted, minute: 0, come: 21) }
            for number in expected.indices { #expect(try await one.state(of: number) == expected[number]) }
            #expect(try await one.mark()?.distance == 0)
            #expect(try await one.book.findings() == [])
        }
    }

    /// What waited a little, and would have been let in had the server known.
    @Test(arguments: Engine.allCases)
    func aShortWaitCountsAsNone(engine: Engine) async throws {
        let one = try await course(engine)
        #expect(try await claim(one, 0, minute: 5, come: 5) == "class notYet")
        #expect(try await claim(one, 0, minute: 5, come: 5.1) == "class notYet")
        #expect(try await claim(one, 1, minute: 5, come: 6) == "unconfirmed early")
        #expect(try await claim(one, 2, minute: 5, come: 6, metres: 98) == "unconfirmed early")
        try await expect(one, .classStarted, minute: 4, come: 7)
        #expect(try await one.state(of: 1) == "present")
        #expect(try await one.state(of: 2) == "unconfirmed borderline")
        let session = try await one.book.store.session(one.session, taughtBy: one.book.instructor)
        #expect(session.attending == 1)
        #expect(try await one.book.findings() == [])
    }

    /// Where the class is after all, is not where the fix was seen from.
    @Test(arguments: Engine.allCases)
    func theClassIsElsewhere(engine: Engine) async throws {
        let one = try await course(engine)
        let book = one.book
        let elsewhere = try await book.addVenue("Annex", TestBook.hall.north(500))
        let waiting = book.claim(one.session, at: one.at(5))
        #expect(try await one.outcome(waiting, now: one.at(20)) == "accepted")
        #expect(try await one.state() == "unconfirmed early")
        #expect(try await one.mark()?.distance == 0)
        let start = book.started(one.session, at: elsewhere, at: one.at(0))
        #expect(try await book.post([start], by: book.maker, now: one.at(21))[0].outcome == .accepted)
        #expect(try await one.state() == "unconfirmed noFence")
        #expect(try await one.mark()?.distance == nil)
        // Its answer was lost: sent again, it is the same, though now it is seen from elsewhere.
        #expect(try await one.outcome(waiting, now: one.at(22)) == "duplicate")
        #expect(try await book.findings() == [])
    }

    /// What the instructor closed without signal, and opened again.
    @Test(arguments: Engine.allCases)
    func attendanceWasClosedWithoutSignal(engine: Engine) async throws {
        let one = try await course(engine)
        try await expect(one, .classStarted, minute: 0, come: 0)
        #expect(try await claim(one, 0, minute: 15, come: 30) == "unconfirmed late")
        #expect(try await claim(one, 1, minute: 15, come: 15) == "present")
        try await expect(one, .attendanceClosed, minute: 10, come: 31)
        #expect(try await one.state() == "unconfirmed closed")
        // Who was let in, was.
        #expect(try await one.state(of: 1) == "present")
        #expect(try await claim(one, 2, minute: 15, come: 32) == "unconfirmed closed")
        try await expect(one, .attendanceOpened, minute: 14, come: 33)
        for number in [0, 2] { #expect(try await one.state(of: number) == "unconfirmed late") }
        #expect(try await one.book.findings() == [])
    }

    /// A class that was over already, without the server's knowing, and then was not.
    @Test(arguments: Engine.allCases)
    func theClassWasOver(engine: Engine) async throws {
        let one = try await course(engine)
        let book = one.book
        try await expect(one, .classStarted, minute: 0, come: 0)
        #expect(try await claim(one, 0, minute: 15, come: 30) == "unconfirmed late")
        #expect(try await claim(one, 1, minute: 8, come: 30) == "unconfirmed late")
        let cleared = book.mark(.attendanceCleared, one.session, one.students[2], at: one.at(9))
        #expect(try await book.post([cleared], by: book.maker, now: one.at(30))[0].outcome == .accepted)
        #expect(try await claim(one, 2, minute: 15, come: 30) == "unconfirmed cleared")
        try await expect(one, .classSaved, minute: 10, come: 31)
        #expect(try await states(one, 0, 1, 2) == ["", "unconfirmed late", "absent"])
        #expect(try await claim(one, 3, minute: 15, come: 32) == "class over")
        try await expect(one, .classRestored, minute: 10.5, come: 33)
        #expect(try await states(one, 0, 2) == ["unconfirmed late", "unconfirmed cleared"])
        #expect(try await book.findings() == [])
    }

    /// Who claims in time and arrives after the end waits for the instructor, who can confirm it then too.
    @Test(arguments: Engine.allCases, [Kind.attendanceClosed, .classSaved])
    func afterTheTurnItWaits(engine: Engine, turn: Kind) async throws {
        let one = try await course(engine)
        let book = one.book
        try await expect(one, .classStarted, minute: 0, come: 0)
        try await expect(one, turn, minute: 10, come: 10)
        #expect(try await claim(one, 0, minute: 9.99, come: 10.01) == "unconfirmed late")
        #expect(try await claim(one, 1, minute: 9, come: 12) == "unconfirmed late")
        #expect(try await claim(one, 2, minute: 9, come: 10.5, metres: 98) == "unconfirmed borderline")
        let confirmed = book.mark(.attendanceMarked, one.session, one.students[0], at: one.at(13))
        #expect(try await book.post([confirmed], by: book.maker, now: one.at(13))[0].outcome == .accepted)
        #expect(try await one.state() == "present")
        #expect(try await book.findings() == [])
    }
}
