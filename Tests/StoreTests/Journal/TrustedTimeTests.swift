import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Devices whose clocks are wrong.
@Suite struct TrustedTimeTests {
    private static let hour: Int64 = 3_600_000

    private func post(
        _ book: TestBook, _ entries: [PostedEntry], by maker: Maker? = nil, fast: Int64, now: Instant = .now
    ) async throws -> [String] {
        let clock = DeviceClock(sent: now.adding(milliseconds: fast), received: now)
        return try await book.store.append(
            entries, device: book.device, by: maker ?? book.maker, clock: clock, now: now
        ).map { result in
            result.problems.first.map { "\($0.field) \($0.code)" } ?? result.outcome.rawValue
        }
    }

    /// Nobody gains by a time to come: the instructor's word, which is later, counts.
    @Test(arguments: Engine.allCases)
    func aStudentAheadOfTimeCanBeDeclinedAndCleared(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), students: 1)
        let (book, ann) = (one.book, one.students[0])
        let ahead = Instant.now.adding(milliseconds: 23 * Self.hour)
        let other = try await book.addCourse("Other", at: one.venue)
        try await book.expectAccepted([book.requested(other, at: ahead)], by: book.student(ann))
        try await book.expectAccepted([book.enrolment(.enrolmentDeclined, ann, other)])
        #expect(try await book.store.students(.declined, in: other).map(\.id) == [ann])
        try await book.expectAccepted([book.claim(one.session, at: ahead)], by: book.student(ann))
        #expect(try await one.state() == "present")
        try await book.expectAccepted([book.mark(.attendanceCleared, one.session, ann)])
        #expect(try await one.state() == "absent")
        #expect(try await book.findings() == [])
    }

    /// Without a word of the clock's time too, nothing is later than its receipt.
    @Test(arguments: Engine.allCases)
    func anInstructorThreeHoursFastHasAClass(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), isStarted: false)
        let book = one.book
        let now = Instant.now
        func ahead(_ seconds: Int64) -> Instant { now.adding(milliseconds: 3 * Self.hour + seconds * 1000) }
        func come(_ seconds: Int64) -> Instant { now.adding(milliseconds: seconds * 1000) }
        let start = book.started(one.session, at: one.venue, at: ahead(0))
        #expect(try await book.post([start], by: book.maker, now: come(1))[0].outcome == .accepted)
        #expect(try await one.outcome(book.claim(one.session, at: come(60)), now: come(60)) == "accepted")
        #expect(try await one.state() == "present")
        let save = book.step(.classSaved, one.session, at: ahead(600))
        #expect(try await book.post([save], by: book.maker, now: come(601))[0].outcome == .accepted)
        let session = try await book.store.session(one.session, taughtBy: book.instructor)
        #expect(session.phase == .saved && session.startedAt == come(1) && session.worked == 600_000)
        #expect(try await book.findings() == [])
    }

    /// The first correction stands, whatever the clock says when the answer was lost and the entry is sent again.
    @Test(arguments: Engine.allCases)
    func sentAgainItHappenedWhenItDid(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let (student, now) = (try await book.addStudents(1)[0], Instant.now)
        let session = try await book.startClass(at: now.adding(milliseconds: -2 * Self.hour))
        let fast = 5 * Self.hour
        let mark = book.mark(.attendanceMarked, session, student, at: now.adding(milliseconds: fast - Self.hour))
        func happened() async throws -> [Int64] {
            try await book.store.database.read { connection in
                try connection.rows("SELECT at, happened_at FROM entry WHERE kind = 'attendance.marked'")
                    .flatMap { [try $0.integer("at"), try $0.integer("happened_at")] }
            }
        }
        #expect(try await post(book, [mark], fast: fast, now: now) == ["accepted"])
        let first = [now.milliseconds + fast - Self.hour, now.milliseconds - Self.hour]
        #expect(try await happened() == first)
        for again in [fast, 0, -fast, 60 * Self.hour] {
            let outcome = try await post(book, [mark], fast: again, now: now.adding(milliseconds: 1000))
            #expect(outcome == ["duplicate"])
        }
        let moved = PostedEntry(
            id: mark.identifier ?? .make(at: now), kind: .attendanceMarked, at: now, fields: mark.fields)
        #expect(try await post(book, [moved], fast: 0, now: now) == ["id conflict"])
        #expect(try await happened() == first)
        #expect(try await book.store.entries(after: 0).last?.at == now.adding(milliseconds: -Self.hour))
        #expect(try await book.findings() == [])
    }

    /// A clock of another year is as good as any, as long as it says so.
    @Test(arguments: [(Int64(-1_261_440_000_000), "at past"), (94_608_000_000, "at future"), (90_000_000, "at future")])
    func aClockOfAnotherYear(fast: Int64, problem: String) async throws {
        let book = try await TestBook()
        let (student, now) = (try await book.addStudents(1)[0], Instant.now)
        let session = try await book.startClass(at: now.adding(milliseconds: -Self.hour))
        let at = now.adding(milliseconds: fast - 60_000)
        let mark = book.mark(.attendanceMarked, session, student, at: at)
        #expect(try await book.problems(mark) == [problem])
        let other = book.mark(.attendanceMarked, session, student, at: at)
        #expect(try await post(book, [other], fast: fast, now: now) == ["accepted"])
        #expect(try await book.findings() == [])
    }

    /// What was dated before it had a trusted time counts as it did.
    @Test(arguments: Engine.allCases)
    func olderEntriesKeepTheirTime(engine: Engine) async throws {
        let first = try await TestBook()
        let student = try await first.addStudents(1)[0]
        let session = try await first.startClass(at: Instant.now.adding(milliseconds: -Self.hour))
        let ahead = Instant.now.adding(milliseconds: 20 * Self.hour)
        try await first.expectAccepted([first.mark(.attendanceMarked, session, student, at: ahead)])
        // As books were kept before.
        try await first.store.database.write { connection in
            _ = try connection.run("UPDATE mark SET at = $1", ahead)
        }
        let place = try BookPlace(engine)
        let old = try await BookAddress(place.address).open()
        try await old.keepFirstVersion(of: first)
        try await old.close()
        let store = try await Store(place.address)
        let marked = try await store.entries(after: 0).last { $0.kind == Kind.attendanceMarked.name }
        #expect(marked?.at == ahead)
        #expect(try await Doctor(database: store.database) { _ in }.examine().findings == [])
        try await store.close()
        try place.remove()
    }
}
