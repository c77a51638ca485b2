import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Claims by the rotating code.
@Suite struct CodeTests {
    private static let codes = AttendanceCodes(TestBook.key)

    private func course(_ engine: Engine, _ evidence: String = "code", students: Int = 4) async throws -> TestCourse {
        try await TestCourse(TestBook(engine), students: students, ["evidence": .text(evidence)])
    }

    /// Beginning of a step in the course of the class.
    private func begin(_ one: TestCourse) -> Instant {
        AttendanceCode.start(of: AttendanceCode.step(at: one.at(5)))
    }

    private func typed(_ one: TestCourse, at shown: Instant, of session: Identifier? = nil) -> String {
        Self.codes.typed(AttendanceCode.step(at: shown), of: session ?? one.session)
    }

    private func claim(
        _ one: TestCourse, _ fields: [String: FieldValue], metres: Double? = nil, at: Instant
    ) -> PostedEntry {
        let place = one.book.claim(one.session, metres: metres, at: at)
        return PostedEntry(
            id: .make(at: at), kind: .attendanceClaimed, at: at,
            fields: place.fields + fields.map { Field($0.key, $0.value) })
    }

    /// What becomes of a code, and then of the student.
    private func state(
        _ one: TestCourse, _ number: Int = 0, code: String, metres: Double? = nil, at: Instant, come: Instant? = nil
    ) async throws -> String {
        let entry = claim(one, ["code": .text(code)], metres: metres, at: at)
        let outcome = try await one.outcome(entry, of: number, now: come ?? at)
        return outcome == "accepted" ? try await one.state(of: number) : outcome
    }

    @Test(arguments: Engine.allCases)
    func thisCodeAndTheOneBeforeAreGood(engine: Engine) async throws {
        let one = try await course(engine, students: 8)
        let start = begin(one)
        func after(_ seconds: Double) -> Instant { start.adding(milliseconds: Int64(seconds * 1000)) }
        let code = typed(one, at: start)
        let times = [(0.0, "present"), (14.999, "present"), (29.999, "present"), (-1.9, "present")]
        for (number, (seconds, state)) in times.enumerated() {
            #expect(try await self.state(one, number, code: code, at: after(seconds)) == state, "\(seconds)")
        }
        for (seconds, problem) in [(30.0, "code old"), (299, "code old"), (330, "code wrong"), (-2.1, "code wrong")] {
            #expect(try await state(one, 4, code: code, at: after(seconds)) == problem, "\(seconds)")
        }
        // As people type, and of another class.
        let loose = " \(code.prefix(3).lowercased())-\(code.suffix(3)) "
        #expect(try await state(one, 5, code: loose, at: after(1)) == "present")
        let other = typed(one, at: start, of: .make(at: .now))
        #expect(try await state(one, 6, code: other, at: after(1)) == "code wrong")
        #expect(try await one.mark()?.how == .code)
        #expect(try await one.book.findings() == [])
    }

    /// The codes of every server of a book are the same, and those of another book are not.
    @Test func theyFollowFromTheKey() throws {
        let (session, now) = (Identifier.make(at: .now), Instant.now)
        let step = AttendanceCode.step(at: now)
        #expect(AttendanceCodes(TestBook.key).typed(step, of: session) == Self.codes.typed(step, of: session))
        #expect(AttendanceCodes(SignInKey.make()).typed(step, of: session) != Self.codes.typed(step, of: session))
        let shown = (0..<200).map { Self.codes.typed(step + $0, of: session) }
        #expect(Set(shown).count == 200 && shown.allSatisfy { AttendanceCode.canonical($0) == $0 })
        #expect(Self.codes.linked(step, of: session).count == 16)
        #expect(Self.codes.isShown(link: Self.codes.linked(step - 1, of: session), of: session, at: now))
        #expect(!Self.codes.isShown(link: Self.codes.linked(step - 2, of: session), of: session, at: now))
        #expect(!Self.codes.isShown(link: Self.codes.typed(step, of: session), of: session, at: now))
    }

    @Test(arguments: Engine.allCases)
    func itCountsOnceForAStudentAndForEveryStudent(engine: Engine) async throws {
        let one = try await course(engine)
        let at = begin(one)
        let (code, maker) = (typed(one, at: at), one.book.student(one.students[0]))
        let first = try await one.book.post([claim(one, ["code": .text(code)], at: at)], by: maker, now: at)[0]
        let again = try await one.book.post([claim(one, ["code": .text(code)], at: at)], by: maker, now: at)[0]
        #expect(first.outcome == .accepted && again.outcome == .duplicate && again.sequence == first.sequence)
        #expect(try await state(one, 1, code: code, at: at) == "present")
        #expect(try await one.book.store.session(one.session, taughtBy: one.book.instructor).attending == 2)
        #expect(try await one.book.findings() == [])
    }

    /// The same entry sent again is the same, however old its code is by then; the code itself is nowhere.
    @Test(arguments: Engine.allCases)
    func sentAgainItNeedsNoCode(engine: Engine) async throws {
        let one = try await course(engine, "any")
        let at = begin(one)
        let code = typed(one, at: at)
        let entry = claim(one, ["code": .text(code)], metres: 240, at: at)
        #expect(try await one.outcome(entry, now: at) == "accepted")
        try await one.book.expectAccepted([one.book.edited(one.course, ["evidence": .text("all")])])
        #expect(try await one.outcome(entry, now: at.adding(milliseconds: 86_400_000)) == "duplicate")
        let bare = PostedEntry(
            id: entry.identifier ?? .make(at: at), kind: .attendanceClaimed, at: at,
            fields: entry.fields.filter { $0.name != "code" })
        #expect(try await one.outcome(bare, now: at) == "id conflict")
        let fields = try await one.book.store.database.read { connection in
            try connection.first("SELECT fields FROM entry WHERE kind = 'attendance.claimed'")?.text("fields") ?? ""
        }
        #expect(fields.contains("\"proof\":\"code\"") && fields.contains("\"asked\":\"any\""))
        for line in try await one.book.store.database.dump() { #expect(!line.contains(code), "\(line)") }
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func thePolicyCounts(engine: Engine) async throws {
        let one = try await course(engine, "any", students: 8)
        let at = begin(one)
        let code = typed(one, at: at)
        func how(_ number: Int) async throws -> String { try await one.mark(of: number)?.how.rawValue ?? "" }
        #expect(try await state(one, 0, code: code, metres: 240, at: at) == "present")
        #expect(try await how(0) == "code")
        #expect(try await one.mark()?.distance == 240)
        #expect(try await one.outcome(one.book.claim(one.session, at: at), of: 1) == "accepted")
        #expect(try await how(1) == "location")
        try await one.book.expectAccepted([one.book.edited(one.course, ["evidence": .text("all")])])
        #expect(try await state(one, 2, code: code, metres: 10, at: at) == "present")
        #expect(try await how(2) == "location and code")
        #expect(try await state(one, 3, code: code, metres: 240, at: at) == "position outside")
        #expect(try await state(one, 3, code: code, metres: 98, at: at) == "unconfirmed borderline")
        #expect(try await one.outcome(one.book.claim(one.session, at: at), of: 4) == "accepted")
        #expect(try await one.state(of: 4) == "unconfirmed noCode")
        #expect(try await state(one, 4, code: code, metres: 10, at: at) == "present")
        try await one.book.expectAccepted([one.book.edited(one.course, ["evidence": .text("location")])])
        #expect(try await state(one, 5, code: code, metres: 10, at: at) == "code policy")
        try await one.book.expectAccepted([one.book.mark(.attendanceMarked, one.session, one.students[6])])
        #expect(try await how(6) == "instructor")
        // What was asked when a claim came is what it is judged by, whatever becomes of the class.
        let close = one.book.step(.attendanceClosed, one.session, at: at.adding(milliseconds: 60_000))
        try await one.book.expectAccepted([close])
        #expect(try await [one.state(), one.state(of: 2)] == ["present", "present"])
        #expect(try await one.book.findings() == [])
    }

    /// One class may ask for other evidence than its course.
    @Test(arguments: Engine.allCases)
    func oneClassMayAskForAnother(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), isStarted: false)
        let (book, at) = (one.book, begin(one))
        let code = typed(one, at: at)
        func own() async throws -> AttendancePolicy.Evidence? {
            try await book.store.session(one.session, taughtBy: book.instructor).evidence
        }
        func schedule(_ fields: [String: FieldValue]) async throws {
            try await book.expectAccepted([book.scheduled(one.session, of: one.course, at: one.start, fields)])
        }
        #expect(try await own() == nil)
        try await schedule(["evidence": .text("code")])
        try await schedule(["minutes": .number(30)])
        #expect(try await own() == .code)
        try await schedule(["evidence": .null])
        #expect(try await own() == nil)
        try await schedule(["evidence": .text("code")])
        let wrong = book.scheduled(one.session, of: one.course, at: one.start, ["evidence": .text("trust")])
        #expect(try await book.problems(wrong) == ["evidence choice"])
        try await book.expectAccepted([book.started(one.session, at: one.venue, at: one.start)])
        #expect(try await state(one, code: code, at: at) == "present")
        #expect(try await one.outcome(book.claim(one.session, at: at), of: 1) == "accepted")
        #expect(try await one.state(of: 1) == "unconfirmed noCode")
        // In session too; claims from before keep what was asked of them.
        func asked(_ evidence: FieldValue, at: Instant = at) -> PostedEntry {
            book.entry(.attendanceAsked, ["class": .text(one.session.text), "evidence": evidence], at: at)
        }
        try await book.expectAccepted([asked(.text("location"))])
        #expect(try await one.state(of: 1) == "unconfirmed noCode")
        #expect(try await one.outcome(book.claim(one.session, at: at), of: 2) == "accepted")
        #expect(try await one.state(of: 2) == "present")
        try await book.expectAccepted([asked(.null)])
        #expect(try await own() == nil)
        #expect(try await book.problems(asked(.text("trust"))) == ["evidence choice"])
        #expect(
            try await book.problems(book.entry(.attendanceAsked, ["class": .text(one.session.text)]))
                == ["evidence required"])
        #expect(try await one.outcome(asked(.text("any")), of: 1) == "kind forbidden")
        let other = try await book.addInstructor()
        #expect(try await book.problems(asked(.text("any")), by: other) == ["class notFound"])
        try await book.expectAccepted([book.step(.classSaved, one.session, at: at.adding(milliseconds: 60_000))])
        #expect(try await book.problems(asked(.text("any"))) == ["class phase"])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func whatArrivesLateWaits(engine: Engine) async throws {
        let one = try await course(engine)
        let at = begin(one)
        let code = typed(one, at: at)
        func after(_ seconds: Int64) -> Instant { at.adding(milliseconds: seconds * 1000) }
        #expect(try await state(one, 0, code: code, at: at, come: after(100)) == "present")
        #expect(try await state(one, 1, code: code, at: at, come: after(900)) == "unconfirmed late")
        #expect(try await state(one, 2, code: code, at: after(40), come: after(900)) == "unconfirmed noCode")
        // A clock that is slow by a minute, which nobody corrects: the time of receipt counts.
        #expect(try await state(one, 3, code: code, at: after(-60), come: at) == "present")
        #expect(try await one.book.findings() == [])
    }

    /// Made before the server heard of the start.
    @Test(arguments: Engine.allCases)
    func itIsJudgedAnewWhenMoreIsKnown(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), isStarted: false, ["evidence": .text("code")])
        let at = begin(one)
        let code = typed(one, at: at)
        let come = at.adding(milliseconds: 60_000)
        #expect(try await state(one, code: code, at: at, come: come) == "unconfirmed early")
        let start = one.book.started(one.session, at: one.venue, at: one.start)
        #expect(try await one.book.post([start], by: one.book.maker, now: one.at(8))[0].outcome == .accepted)
        #expect(try await one.state() == "present")
        #expect(try await one.mark()?.how == .code)
        #expect(try await one.book.findings() == [])
    }
}
