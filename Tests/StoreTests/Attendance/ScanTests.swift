import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// Claims by a scan, which the server sees before anybody signs in.
@Suite struct ScanTests {
    private func course(_ engine: Engine) async throws -> TestCourse {
        try await TestCourse(TestBook(engine), students: 4, ["evidence": .text("code")])
    }

    private func link(_ one: TestCourse, at time: Instant, of session: Identifier? = nil) throws -> String {
        try one.book.store.codes(of: session ?? one.session, count: 1, now: time)[0].linked
    }

    private func claim(_ one: TestCourse, _ ticket: String, at: Instant) -> PostedEntry {
        one.book.entry(
            .attendanceClaimed, ["class": .text(one.session.text), "ticket": .text(ticket)], at: at)
    }

    private func seconds(_ seconds: Int64, after time: Instant) -> Instant {
        time.adding(milliseconds: seconds * 1000)
    }

    @Test(arguments: Engine.allCases)
    func itCountsFromTheScanForFiveMinutes(engine: Engine) async throws {
        let one = try await course(engine)
        let arrival = one.at(2)
        let scan = try #require(try one.book.store.scan(link(one, at: arrival), of: one.session, now: arrival))
        #expect(scan.ends == seconds(300, after: arrival))
        let late = seconds(301, after: arrival)
        #expect(try await one.outcome(claim(one, scan.ticket, at: late), of: 1, now: late) == "ticket old")
        // Attendance was closed meanwhile, which is no matter for who was there before.
        try await one.book.expectAccepted([one.book.step(.attendanceClosed, one.session, at: one.at(3))])
        let soon = seconds(299, after: arrival)
        let entry = claim(one, scan.ticket, at: soon)
        #expect(try await one.outcome(entry, now: soon) == "accepted")
        #expect(try await one.state() == "present")
        let mark = try #require(try await one.mark())
        #expect(mark.at == arrival && mark.how == .code)
        // Another student in time, the same student once more, the same entry much later.
        #expect(try await one.outcome(claim(one, scan.ticket, at: soon), of: 2, now: soon) == "accepted")
        #expect(try await one.outcome(claim(one, scan.ticket, at: soon), now: soon) == "duplicate")
        #expect(try await one.outcome(entry, now: one.at(600)) == "duplicate")
        #expect(try await one.book.store.session(one.session, taughtBy: one.book.instructor).attending == 2)
        #expect(try await one.book.findings() == [])
    }

    /// Made in time by the device, which had no signal after the scan.
    @Test(arguments: Engine.allCases)
    func whatComesLaterWaits(engine: Engine) async throws {
        let one = try await course(engine)
        let arrival = one.at(2)
        let scan = try #require(try one.book.store.scan(link(one, at: arrival), of: one.session, now: arrival))
        let made = seconds(20, after: arrival)
        #expect(try await one.outcome(claim(one, scan.ticket, at: made), now: one.at(9)) == "accepted")
        #expect(try await one.state() == "unconfirmed late")
        #expect(try await one.mark()?.at == arrival)
        let late = claim(one, scan.ticket, at: seconds(301, after: arrival))
        #expect(try await one.outcome(late, of: 1, now: one.at(9)) == "accepted")
        #expect(try await one.state(of: 1) == "unconfirmed noCode")
        // By a clock that is slow, it was made before the scan.
        let early = claim(one, scan.ticket, at: seconds(-20, after: arrival))
        #expect(try await one.outcome(early, of: 2, now: one.at(9)) == "accepted")
        #expect(try await one.state(of: 2) == "unconfirmed late")
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func noOtherTicketIsGood(engine: Engine) async throws {
        let one = try await course(engine)
        let (store, arrival) = (one.book.store, one.at(2))
        let other = Identifier.make(at: .now)
        let foreign = try #require(try store.scan(link(one, at: arrival, of: other), of: other, now: arrival))
        let own = try #require(try store.scan(link(one, at: arrival), of: one.session, now: arrival))
        let signature = own.ticket.drop { $0 != "-" }
        let forged = [
            "\(arrival.adding(milliseconds: 60_000).milliseconds)\(signature)",
            String(own.ticket.dropLast()) + (own.ticket.hasSuffix("0") ? "1" : "0"),
            "\(arrival.milliseconds)", "-", "x-\(signature)", "9223372036854775807\(signature)",
            "-9223372036854775808\(signature)",
        ]
        for ticket in [foreign.ticket] + forged {
            let outcome = try await one.outcome(claim(one, ticket, at: arrival), now: arrival)
            #expect(outcome == "ticket other", "\(ticket)")
        }
        #expect(try store.scan(link(one, at: arrival), of: other, now: arrival) == nil)
        #expect(try store.scan(link(one, at: arrival), of: one.session, now: seconds(31, after: arrival)) == nil)
        #expect(try store.scan("", of: one.session, now: arrival) == nil)
        #expect(try await one.state() == "")
        #expect(try await one.outcome(claim(one, own.ticket, at: arrival), now: arrival) == "accepted")
        #expect(try await one.book.findings() == [])
    }

    @Test func ofACopyTheDoctorHasNothingToSay() async throws {
        let one = try await course(.sqlite)
        let now = Instant.now
        let scan = try #require(try one.book.store.scan(link(one, at: now), of: one.session, now: now))
        #expect(try await one.outcome(claim(one, scan.ticket, at: now), now: now) == "accepted")
        let path = one.book.place.folder.appendingPathComponent("copy.sqlite").path
        _ = try await Backup.make(of: one.book.place.address, to: path) { _ in }
        #expect(try await Doctor.examine("sqlite:" + path) { _ in }.findings == [])
    }
}

/// Guesses at a typed code.
@Suite struct GuessLimitTests {
    @Test(arguments: Engine.allCases)
    func tenWrongCodesOfOneStudentStopNobodyElse(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), ["evidence": .text("code")])
        let at = AttendanceCode.start(of: AttendanceCode.step(at: one.at(3)))
        func outcome(_ number: Int, _ code: String, at time: Instant, of session: Identifier? = nil) async throws
            -> String
        {
            let fields: [String: FieldValue] = [
                "class": .text((session ?? one.session).text), "code": .text(code),
            ]
            return try await one.outcome(one.book.entry(.attendanceClaimed, fields, at: time), of: number, now: time)
        }
        func good(_ time: Instant) throws -> String {
            try one.book.store.codes(of: one.session, count: 1, now: time)[0].typed
        }
        let wrong = try good(at.adding(milliseconds: 600_000))
        for _ in 0..<10 { #expect(try await outcome(0, wrong, at: at) == "code wrong") }
        #expect(try await outcome(0, wrong, at: at) == "code tooMany")
        #expect(try await outcome(0, try good(at), at: at) == "code tooMany")
        // Neither another student nor a scan is stopped; nor are classes made up that would crowd out the count.
        #expect(try await outcome(1, try good(at), at: at) == "accepted")
        #expect(try await outcome(2, wrong, at: at) == "code wrong")
        #expect(try await outcome(2, wrong, at: at, of: .make(at: .now)) == "class notFound")
        let later = at.adding(milliseconds: 300_001)
        #expect(try await outcome(0, try good(later), at: later) == "accepted")
        #expect(try await one.state() == "present")
        #expect(try await one.book.findings() == [])
    }

    private let student = Identifier.make(at: .now)
    private let session = Identifier.make(at: .now)

    @Test func theSameEntryCountsOnce() {
        let (limit, now) = (GuessLimit(), Instant.now)
        let entry = Identifier.make(at: now)
        for _ in 0..<20 { limit.note(entry, by: student, at: session, now: now) }
        #expect(!limit.isSpent(by: student, at: session, now: now))
        for _ in 0..<9 { limit.note(.make(at: now), by: student, at: session, now: now) }
        #expect(limit.isSpent(by: student, at: session, now: now))
        #expect(!limit.isSpent(by: student, at: .make(at: now), now: now))
        #expect(!limit.isSpent(by: student, at: session, now: now.adding(milliseconds: 300_001)))
    }

    @Test func itsMemoryIsBounded() {
        let (limit, now) = (GuessLimit(mostRemembered: 100), Instant.now)
        let others = (0..<1000).map { _ in Identifier.make(at: now) }
        for (number, other) in others.enumerated() {
            limit.note(.make(at: now), by: other, at: session, now: now.adding(milliseconds: Int64(number)))
        }
        #expect(limit.count <= 100)
        for _ in 0..<10 {
            limit.note(.make(at: now), by: student, at: session, now: now.adding(milliseconds: 2000))
        }
        #expect(limit.isSpent(by: student, at: session, now: now.adding(milliseconds: 2000)))
    }
}
