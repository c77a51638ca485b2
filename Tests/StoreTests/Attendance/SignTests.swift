import Classroom
import Support
import Testing

@testable import Store

/// Signs of cheating, as the book shows them.
@Suite struct SignTests {
    private func signs(_ one: TestCourse) async throws -> [Int: [Sign]] {
        let session = try await one.book.store.session(one.session, taughtBy: one.book.instructor)
        let students = try await one.book.store.attendance(at: session)
        let found = try await one.book.store.signs(at: session.id, fence: session.fence, students)
        let numbers = Dictionary(uniqueKeysWithValues: one.students.enumerated().map { ($1, $0) })
        return Dictionary(uniqueKeysWithValues: found.map { (numbers[$0.student] ?? -1, $0.signs) })
    }

    private func course(_ engine: Engine, _ evidence: String = "any") async throws -> TestCourse {
        try await TestCourse(TestBook(engine), students: 5, ["evidence": .text(evidence)])
    }

    /// A fix that no other test student has.
    private func claim(
        _ one: TestCourse, of number: Int, metres: Double = 0, age: Double = 1000, at: Instant, code: String? = nil
    ) -> PostedEntry {
        let entry = one.book.claim(
            one.session, metres: metres, accuracy: 8 + Double(number) / 100, age: age, at: at)
        return PostedEntry(
            id: .make(at: at), kind: entry.entryKind ?? .attendanceClaimed, at: at,
            fields: entry.fields + (code.map { [Field("code", .text($0))] } ?? []))
    }

    @Test(arguments: Engine.allCases)
    func honestStudentsShowNone(engine: Engine) async throws {
        let one = try await course(engine)
        for number in 0..<5 {
            let entry = claim(one, of: number, metres: Double(number), at: one.at(1))
            #expect(try await one.outcome(entry, of: number) == "accepted")
        }
        #expect(try await signs(one) == [:])
    }

    @Test(arguments: Engine.allCases)
    func oneDeviceForSeveral(engine: Engine) async throws {
        let one = try await course(engine)
        let book = one.book
        for number in 0..<3 {
            let entry = claim(one, of: number, at: one.at(1))
            let device = one.device(of: number == 2 ? 2 : 0)
            #expect(try await one.outcome(entry, of: number, device: device) == "accepted")
        }
        #expect(
            try await signs(one)
                == [0: [.sharedDevice([one.students[1]])], 1: [.sharedDevice([one.students[0]])]])
        // The instructor decides of the first; of the second it stays to be decided.
        try await book.expectAccepted([book.mark(.attendanceMarked, one.session, one.students[0], at: one.at(6))])
        #expect(try await signs(one) == [1: [.sharedDevice([one.students[0]])]])
        try await book.expectAccepted([book.mark(.attendanceCleared, one.session, one.students[1], at: one.at(7))])
        #expect(try await signs(one) == [:])
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func fixes(engine: Engine) async throws {
        let one = try await course(engine)
        let codes = AttendanceCodes(TestBook.key)
        let code = codes.typed(AttendanceCode.step(at: one.at(5)), of: one.session)
        let entries = [
            claim(one, of: 0, age: 400_000, at: one.at(5)),
            claim(one, of: 1, metres: 5000, at: one.at(5), code: code),
            // Two devices with the same fix.
            claim(one, of: 2, metres: 3, at: one.at(5)), claim(one, of: 2, metres: 3, at: one.at(5)),
        ]
        for (number, entry) in entries.enumerated() {
            #expect(try await one.outcome(entry, of: number) == "accepted")
        }
        let found = try await signs(one)
        #expect(found[0] == [.staleFix(400_000)])
        #expect(found[1] == [.codeFromAfar(5000)])
        #expect(found[2] == [.equalFix([one.students[3]])] && found[3] == [.equalFix([one.students[2]])])
        #expect(found.count == 4)
    }

    @Test(arguments: Engine.allCases)
    func refusedBefore(engine: Engine) async throws {
        let one = try await course(engine)
        #expect(
            try await one.outcome(claim(one, of: 0, metres: 1200, at: one.at(1)), of: 0) == "position outside")
        #expect(try await one.outcome(claim(one, of: 0, at: one.at(3)), of: 0) == "accepted")
        for minute in [1.0, 1.1] {
            let wrong = claim(one, of: 1, at: one.at(minute), code: "000000")
            #expect(try await one.outcome(wrong, of: 1) == "code wrong")
        }
        #expect(try await one.outcome(claim(one, of: 1, at: one.at(3)), of: 1) == "accepted")
        // A quarter of an hour ago is long enough for a walk.
        #expect(
            try await one.outcome(claim(one, of: 2, metres: 1200, at: one.at(1)), of: 2) == "position outside")
        #expect(try await one.outcome(claim(one, of: 2, at: one.at(16)), of: 2) == "accepted")
        #expect(
            try await signs(one) == [0: [.outsideBefore(metres: 1200, time: 120_000)], 1: [.refusedBefore(2)]])
    }

    /// Of one student and class at most 20 attempts are kept.
    @Test(arguments: Engine.allCases)
    func attemptsAreBounded(engine: Engine) async throws {
        let one = try await course(engine)
        for number in 0..<25 {
            let at = one.at(1 + Double(number) / 10)
            let entry = claim(one, of: 0, metres: 900, at: at)
            #expect(try await one.outcome(entry, of: 0) == "position outside")
        }
        #expect(try await one.outcome(claim(one, of: 0, at: one.at(5)), of: 0) == "accepted")
        #expect(try await signs(one)[0]?.last == .refusedBefore(20))
    }

    @Test(arguments: Engine.allCases)
    func anothersToken(engine: Engine) async throws {
        let one = try await course(engine, "location or network")
        let token = AttendanceCodes(TestBook.key).token(for: one.students[1], at: one.session, issued: one.at(2))
        let entry = PostedEntry(
            id: .make(at: one.at(2)), kind: .attendanceClaimed, at: one.at(2),
            fields: claim(one, of: 0, at: one.at(2)).fields + [Field("token", .text(token))])
        #expect(try await one.outcome(entry, of: 0) == "accepted")
        #expect(try await one.outcome(entry, of: 0) == "duplicate")
        #expect(try await signs(one) == [0: [.anothersToken(one.students[1])]])
    }

    @Test(arguments: Engine.allCases)
    func impossibleJump(engine: Engine) async throws {
        let one = try await course(engine)
        let book = one.book
        // The same people take another teacher's course, 30 km away.
        let far = TestBook.hall.north(30_000)
        let venue = try await book.addVenue("Far Room", far)
        let teacher = try await book.addInstructor()
        let course = try await book.addCourse("Climbing", at: venue, by: teacher)
        try await book.expectAccepted(
            one.students.map { book.enrolment(.enrolmentAccepted, $0, course) }, by: teacher)
        let other = try await book.schedule(course, at: one.start, by: teacher)
        try await book.expectAccepted([book.started(other, at: venue, at: one.start)], by: teacher)
        for (number, minute) in [(0, 3.0), (1, 25.0)] {
            let there = book.claim(other, from: far, accuracy: 8 + Double(number) / 100, at: one.at(1))
            #expect(try await one.outcome(there, of: number) == "accepted")
            let here = claim(one, of: number, at: one.at(minute))
            #expect(try await one.outcome(here, of: number) == "accepted")
        }
        let found = try await signs(one)
        #expect(found.count == 1)
        guard case .jump(let venue, let metres, let time)? = found[0]?.first else {
            Issue.record("no jump: \(found)")
            return
        }
        #expect(venue == "Far Room" && abs(metres - 29_800) < 150 && time == 120_000)
        // The other class may be over by now.
        try await book.expectAccepted([book.step(.classSaved, other, at: one.at(40))], by: teacher)
        #expect(try await signs(one) == found)
    }

    /// However many marks there are, only those of the class's students are read.
    @Test func otherClassesAreFoundByIndexes() async throws {
        let one = try await course(.sqlite)
        let plan = try await one.book.store.database.read { [session = one.session] connection in
            let counting = CountingConnection(connection)
            _ = try counting.elsewhere(of: session)
            return try counting.plans().flatMap(\.plan)
        }
        #expect(plan.contains { $0.contains("SEARCH other USING INDEX mark_by_person (person=?") }, "\(plan)")
        #expect(!plan.contains { $0.contains("SCAN mark") || $0.contains("SCAN other") }, "\(plan)")
        #expect(plan.contains { $0.contains("class_in_session") }, "\(plan)")
    }
}
