import Classroom
import Foundation
import HTTPTypes
import Store
import Support
import Testing

@testable import Web

/// The request that marks a student present from a watch.
@Suite struct WatchRoutesTests {
    @Test func aWatchMarksItsStudentPresent() async throws {
        try await WatchSite.run { watch in
            let answer = try await watch.send()
            #expect(answer.status == .ok && answer.headers[.setCookie] == nil)
            let object = try answer.object()
            #expect(object["outcome"] as? String == "accepted" && object["state"] as? String == "present")
            #expect(object["class"] as? String == watch.one.session.text)
            #expect(object["text"] as? String == "You are present at Yoga.")
            let mark = try #require(try await watch.one.mark())
            #expect(mark.isPresent && mark.how == .location && mark.accuracy == 65)
            #expect(mark.maker == watch.one.students[0])
            // Nobody else is.
            #expect(try await watch.one.state(of: 1) == "")
            let link = try #require(try await watch.book.store.watchLinks(of: watch.one.students[0]).first)
            #expect(link.lastUsed == watch.site.test.site.calendar.day(of: .now))
            let again = try await watch.send().object()
            #expect(again["outcome"] as? String == "duplicate" && again["state"] as? String == "present")
        }
    }

    @Test func theLinkAloneWillDoAndWordsAreForPeople() async throws {
        try await WatchSite.run { watch in
            let path = "/watch/\(watch.token)"
            let answer = try await watch.site.test.post(path, WatchSite.body(metres: 0), [.accept: "text/plain"])
            #expect(answer.status == .ok && answer.text == "You are present at Yoga.\n")
            #expect(try await watch.one.state() == "present")
            #expect(try await watch.site.test.post(path + "x", WatchSite.body(metres: 0)).status == .unauthorized)
        }
    }

    @Test func aRequestSentAgainIsOneEntry() async throws {
        try await WatchSite.run { watch in
            let name = try #require(HTTPField.Name("Idempotency-Key"))
            let edge = WatchSite.body(metres: 90)
            func outcome(_ key: String) async throws -> String? {
                try await watch.send(edge, headers: [name: key]).object()["outcome"] as? String
            }
            #expect(try await outcome("one") == "accepted")
            let before = try await watch.book.store.lastSequence()
            #expect(try await outcome("one") == "duplicate")
            #expect(try await watch.book.store.lastSequence() == before)
            #expect(try await outcome("two") == "accepted")
        }
    }

    @Test func whereTheStudentIsDecides() async throws {
        try await WatchSite.run { watch in
            let words = try await watch.words(WatchSite.body(metres: 240))
            #expect(words == "You are 240 m from Catalina Room.\n")
            #expect(try await watch.told(WatchSite.body(metres: 240)) == "400 position outside")
            #expect(try await watch.one.state() == "")
            let edge = "Your instructor needs to confirm you at Yoga. "
            #expect(try await watch.words(WatchSite.body(metres: 90)).hasPrefix(edge))
            #expect(try await watch.one.state() == "unconfirmed borderline")
            // A better fix decides after all.
            #expect(try await watch.told(WatchSite.body(metres: 80, #", "accuracy": 10"#)) == "present")
            #expect(try await watch.one.state() == "present")
        }
    }

    @Test(arguments: [#", "accuracy": 101"#, #", "age": 61000"#, #", "age": -1"#])
    func whatProvesNothingNeedsConfirmation(others: String) async throws {
        try await WatchSite.run { watch in
            let told = try await watch.told(WatchSite.body(metres: 0, others))
            #expect(told == "unconfirmed")
        }
    }

    @Test func onlyAnOpenClassOfOnesOwnCounts() async throws {
        try await WatchSite.run { watch in
            let stranger = try await watch.book.store.makeWatchLink(for: watch.site.stranger, named: "Watch").text
            #expect(
                try await watch.send(token: stranger).object()["detail"] as? String
                    == "No class is open for attendance.")
            try await watch.book.expectAccepted([watch.book.step(.attendanceClosed, watch.one.session)])
            #expect(try await watch.told() == "400 class notOpen")
            try await watch.book.expectAccepted([watch.book.step(.attendanceOpened, watch.one.session)])
            let declined = watch.book.enrolment(.enrolmentDeclined, watch.one.students[0], watch.one.course)
            try await watch.book.expectAccepted([declined])
            #expect(try await watch.told() == "400 class notOpen")
            #expect(try await watch.one.state() == "")
        }
    }

    @Test func ofTwoClassesTheOneAroundTheStudentIsMeant() async throws {
        try await WatchSite.run { watch in
            let otto = Maker(person: watch.site.otto, role: .instructor)
            let venue = try await watch.book.addVenue("Mill", TestBook.hall.north(1000))
            let course = try await watch.book.addCourse("Tango", at: venue, by: otto)
            let student = watch.one.students[0]
            try await watch.book.expectAccepted(
                [watch.book.enrolment(.enrolmentAccepted, student, course)], by: otto)
            let session = try await watch.book.schedule(course, at: .now, by: otto)
            try await watch.book.expectAccepted([watch.book.started(session, at: venue)], by: otto)
            #expect(try await watch.words(WatchSite.body(metres: 0)) == "You are present at Yoga.\n")
            #expect(try await watch.words(WatchSite.body(metres: 1000)) == "You are present at Tango.\n")
        }
    }

    @Test func aClassMayWantTheCode() async throws {
        try await WatchSite.run { watch in
            try await watch.book.expectAccepted([watch.book.edited(watch.one.course, ["evidence": .text("all")])])
            #expect(try await watch.told() == "unconfirmed")
            let code = try watch.book.store.codes(of: watch.one.session, count: 1)[0].typed
            #expect(try await watch.told(WatchSite.body(metres: 0, #", "code": "XXXXXX""#)) == "400 code wrong")
            #expect(try await watch.told(WatchSite.body(metres: 0, #", "code": "\#(code.lowercased())""#)) == "present")
            try await watch.book.expectAccepted([
                watch.book.edited(watch.one.course, ["evidence": .text("instructor")])
            ])
            let other = try await watch.book.store.makeWatchLink(for: watch.one.students[1], named: "Watch").text
            #expect(try await watch.send(token: other).text.contains("Your instructor marks attendance in this class."))
        }
    }

    @Test func whatAWatchMayWriteIsBounded() async throws {
        var limits = Limits()
        limits.student = WritingLimit(entriesPerHour: 2, bytesPerDay: 1_000_000)
        try await TestSite.run(limits: limits) { test in
            let one = try await TestCourse(test.book)
            let token = try await test.book.store.makeWatchLink(for: one.students[0], named: "Watch").text
            var codes: [Int] = []
            for _ in 0..<4 {
                codes.append(try await test.post("/watch", WatchSite.body(metres: 90), as: token).status.code)
            }
            #expect(codes.first == 200 && codes.last == 429)
        }
    }
}
