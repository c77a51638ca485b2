import Classroom
import Support
import Testing

@testable import Store

/// Questions of an instructor whether those present are still there.
@Suite struct ReconfirmationTests {
    /// Of four students the first three are present.
    private func course(_ engine: Engine, _ evidence: String = "location") async throws -> TestCourse {
        let one = try await TestCourse(TestBook(engine), students: 4, ["evidence": .text(evidence)])
        try await one.book.expectAccepted(
            one.students.prefix(3).map { one.book.mark(.attendanceMarked, one.session, $0, at: one.at(1)) })
        return one
    }

    private func asked(
        _ one: TestCourse, _ id: Identifier = .make(at: .now), minutes: Double = 5, at time: Instant
    ) -> PostedEntry {
        one.book.entry(
            .reconfirmationRequested,
            ["reconfirmation": .text(id.text), "class": .text(one.session.text), "minutes": .number(minutes)], at: time)
    }

    private func confirmed(_ one: TestCourse, metres: Double? = 0, at time: Instant) -> PostedEntry {
        PostedEntry(
            id: .make(at: time), kind: .attendanceConfirmed, at: time,
            fields: one.book.claim(one.session, metres: metres, at: time).fields)
    }

    private func post(_ one: TestCourse, _ entry: PostedEntry, now: Instant? = nil) async throws -> [String] {
        try await one.book.post([entry], by: one.book.maker, now: now ?? entry.instant ?? .now)
            .flatMap(\.problems).map { "\($0.field) \($0.code)" }
    }

    private func answers(_ one: TestCourse) async throws -> [String] {
        let known = try #require(try await one.book.store.reconfirmation(of: one.session))
        return one.students.map { student in
            guard let answer = known.answers[student] else { return "" }
            return (answer.doubt?.rawValue ?? "good") + (answer.isLate ? " late" : "")
        }
    }

    @Test(arguments: Engine.allCases)
    func everyonePresentConfirmsAnew(engine: Engine) async throws {
        let one = try await course(engine)
        #expect(try await one.outcome(confirmed(one, at: one.at(9))) == "class notAsked")
        #expect(try await post(one, asked(one, at: one.at(10))) == [])
        #expect(try await answers(one) == ["", "", "", ""])
        #expect(try await one.outcome(confirmed(one, metres: 500, at: one.at(11))) == "position outside")
        #expect(try await one.outcome(confirmed(one, metres: nil, at: one.at(11))) == "accepted")
        #expect(try await answers(one) == ["noPosition", "", "", ""])
        // A better answer replaces one in doubt; a good one stays.
        #expect(try await one.outcome(confirmed(one, at: one.at(12))) == "accepted")
        #expect(try await one.outcome(confirmed(one, metres: nil, at: one.at(13))) == "duplicate")
        #expect(try await one.outcome(confirmed(one, at: one.at(15.1)), of: 1) == "accepted")
        #expect(try await one.outcome(confirmed(one, at: one.at(12)), of: 2, now: one.at(15.2)) == "accepted")
        #expect(try await one.outcome(confirmed(one, at: one.at(12)), of: 3) == "class absent")
        #expect(try await answers(one) == ["good", "good late", "late", ""])
        // Nobody is marked absent by it.
        for number in 0..<3 { #expect(try await one.state(of: number) == "present") }
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func askedAgainItBeginsAnew(engine: Engine) async throws {
        let one = try await course(engine)
        let first = Identifier.make(at: .now)
        #expect(try await post(one, asked(one, first, at: one.at(10))) == [])
        #expect(try await one.outcome(confirmed(one, at: one.at(11))) == "accepted")
        let second = Identifier.make(at: .now)
        #expect(try await post(one, asked(one, second, at: one.at(20))) == [])
        #expect(try await answers(one) == ["", "", "", ""])
        #expect(try await post(one, asked(one, second, at: one.at(21))) == ["reconfirmation exists"])
        // Taken back, the question before stands again.
        func withdrawn(_ id: Identifier) -> PostedEntry {
            one.book.entry(
                .reconfirmationWithdrawn, ["reconfirmation": .text(id.text), "class": .text(one.session.text)],
                at: one.at(22))
        }
        #expect(try await post(one, withdrawn(second)) == [])
        #expect(try await answers(one) == ["good", "", "", ""])
        #expect(try await post(one, withdrawn(.make(at: .now))) == ["reconfirmation notFound"])
        #expect(try await one.book.findings() == [])
    }

    /// Codes and tokens must be of the time after the question.
    @Test(arguments: Engine.allCases)
    func whatWasShownBeforeDoesNotCount(engine: Engine) async throws {
        let one = try await course(engine, "location, code or network")
        let (book, codes) = (one.book, AttendanceCodes(TestBook.key))
        #expect(try await post(one, asked(one, at: one.at(10))) == [])
        func confirmed(_ field: String, _ value: String, of number: Int, at time: Instant) async throws -> String {
            let entry = book.entry(
                .attendanceConfirmed, ["class": .text(one.session.text), field: .text(value)], at: time)
            return try await one.outcome(entry, of: number)
        }
        let old = codes.token(for: one.students[0], at: one.session, issued: one.at(9.9))
        #expect(try await confirmed("token", old, of: 0, at: one.at(10.1)) == "accepted")
        #expect(try await answers(one)[0] == "noPosition")
        let fresh = codes.token(for: one.students[0], at: one.session, issued: one.at(10.1))
        #expect(try await confirmed("token", fresh, of: 0, at: one.at(10.2)) == "accepted")
        let scan = codes.ticket(for: one.session, at: one.at(9.5))
        #expect(try await confirmed("ticket", scan, of: 1, at: one.at(10.1)) == "ticket old")
        let typed = codes.typed(AttendanceCode.step(at: one.at(11)), of: one.session)
        #expect(try await confirmed("code", typed, of: 1, at: one.at(11)) == "accepted")
        #expect(try await confirmed("code", "000000", of: 2, at: one.at(11)) == "code wrong")
        #expect(try await answers(one) == ["good", "good", "", ""])
    }

    @Test(arguments: Engine.allCases)
    func whoMayAskAndWhen(engine: Engine) async throws {
        let one = try await course(engine)
        let book = one.book
        let other = try await book.addInstructor()
        let question = asked(one, at: one.at(10))
        #expect(try await one.outcome(question) == "kind forbidden")
        let result = try await book.post([question], by: other, now: one.at(10))[0]
        #expect(result.problems.map(\.code) == ["notFound"])
        for minutes in [0, 61, 2.5] {
            #expect(try await post(one, asked(one, minutes: minutes, at: one.at(10))) == ["minutes range"])
        }
        try await book.expectAccepted([book.step(.classSaved, one.session, at: one.at(30))])
        #expect(try await post(one, asked(one, at: one.at(31))) == ["class phase"])
    }

    /// Where only the instructor marks, the student's word is enough.
    @Test(arguments: Engine.allCases)
    func whereOnlyTheInstructorMarks(engine: Engine) async throws {
        let one = try await course(engine, "instructor")
        #expect(try await post(one, asked(one, at: one.at(10))) == [])
        #expect(try await one.outcome(confirmed(one, metres: nil, at: one.at(11))) == "accepted")
        #expect(try await answers(one)[0] == "good")
    }
}
