import Classroom
import Foundation
import Support
import Testing

@testable import Web

@Suite struct PastClassRoutesTests {
    private static let start = Instant.now.adding(milliseconds: -86_400_000)

    private func at(_ minute: Int64) -> Instant { Self.start.adding(milliseconds: minute * 60_000) }

    @Test func aPastClassOffersToTakeItsAttendance() async throws {
        try await TestSite.run { test in
            let one = try await TestCourse(test.book, isStarted: false, start: Self.start)
            let coming = try await test.book.schedule(one.course, at: Instant.now.adding(milliseconds: 3_600_000))
            func board(_ session: Identifier) async throws -> [String: Any] {
                let page = try await test.get("/classes/\(session)", as: test.instructor).object()
                return try #require(page["board"] as? [String: Any])
            }
            #expect(try await board(coming)["planned"] == nil)
            let planned = try #require(try await board(one.session)["planned"] as? [String: String])
            #expect(planned == ["start": Self.start.text, "end": at(60).text])
            let fields = planned.merging(["class": one.session.text, "venue": one.venue.text]) { $1 }
            let results = try await test.journal([test.entry("class.recorded", fields)])
            #expect(results.map { $0["outcome"] as? String } == ["accepted"])
            let page = try await test.get("/classes/\(one.session)", as: test.instructor).object()
            let held = try #require(page["held"] as? [String: Any])
            #expect(held["durationText"] as? String == "1 h")
            #expect((held["history"] as? [String])?.first?.hasPrefix("Added afterwards by Ida Berg, ") == true)
            let student = try await test.book.store.makeToken(for: one.students[0]).text
            #expect(try await test.get("/classes/\(one.session)", as: student).object()["held"] == nil)
            #expect(try await test.get("/classes/\(one.session)/correct", as: student).status == .forbidden)
        }
    }

    @Test func aCorrectionIsShownWithWhoMadeIt() async throws {
        try await TestSite.run { test in
            let session = try await test.book.startClass(at: Self.start)
            #expect(try await test.get("/classes/\(session)/correct", as: test.instructor).status == .notFound)
            try await test.book.expectAccepted([test.book.step(.classSaved, session, at: at(60))])
            let gym = try await test.book.addVenue("Gym & Co")
            let fields: [String: Any] = ["class": session.text, "end": at(75).text, "venue": gym.text, "paused": 5]
            #expect(
                try await test.journal([test.entry("class.corrected", fields)])[0]["outcome"] as? String == "accepted")
            let page = try await test.get("/classes/\(session)", as: test.instructor).object()
            let row = try #require(page["session"] as? [String: Any])
            #expect(row["durationText"] as? String == "1 h 10 min" && page["pausedText"] as? String == "5 min")
            let calendar = test.site.calendar
            let day = calendar.day(calendar.today())
            let times = "\(calendar.time(at(60))) → \(calendar.time(at(75)))"
            let days = calendar.today(at(60)) == calendar.today(at(75))
            let line = try #require((page["history"] as? [String])?.first)
            #expect(line.hasPrefix("Changed by Ida Berg, \(day): end "))
            if days { #expect(line.contains(times)) }
            #expect(line.hasSuffix("paused none → 5 min, venue Hall → Gym & Co"))
            let form = try await test.get("/classes/\(session)/correct", as: test.instructor).object()
            #expect(form["paused"] as? Int64 == 300_000 && form["end"] as? String == at(75).text)
            let copy = try await test.get("/offline", as: test.instructor).object()
            let taken = try #require((copy["classes"] as? [[String: Any]])?.first)
            let kinds = (taken["events"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }
            #expect(kinds?.last == "class.corrected")
            let otto = try await test.book.addInstructor()
            let other = try await test.book.store.makeToken(for: try #require(otto.person)).text
            #expect(try await test.get("/classes/\(session)/correct", as: other).status == .notFound)
        }
    }

    @Test func aForgottenClassIsAskedAbout() async throws {
        try await TestSite.run { test in
            let session = try await test.book.startClass(at: Self.start)
            let page = try await test.get("/class", as: test.instructor).object()
            let forgotten = try #require(page["forgotten"] as? [String: String])
            #expect(forgotten["end"] == at(60).text && forgotten["time"] == test.site.calendar.time(at(60)))
            let fields = ["class": session.text, "end": at(61).text]
            #expect(try await test.journal([test.entry("class.saved", fields)])[0]["outcome"] as? String == "accepted")
            let saved = try await test.get("/classes/\(session)", as: test.instructor).object()
            #expect((saved["history"] as? [String])?.first?.hasPrefix("Saved as ended at ") == true)
            _ = try await test.book.startClass()
            #expect(try await test.get("/class", as: test.instructor).object()["forgotten"] == nil)
        }
    }

    @Test func theFormKnowsWhoDoesNotTakeACourse() async throws {
        try await TestSite.run { test in
            let session = try await test.book.startClass(at: Self.start)
            let one = try await TestCourse(test.book, isStarted: false, start: Self.start)
            try await test.book.expectAccepted([
                test.book.mark(.attendanceMarked, session, test.book.instructor, at: at(1)),
                test.book.mark(.attendanceMarked, session, one.students[0], at: at(1)),
                test.book.step(.classSaved, session, at: at(60)),
            ])
            let form = try await test.get("/classes/\(session)/correct", as: test.instructor).object()
            let courses = try #require(form["courses"] as? [[String: Any]])
            #expect(courses.map { $0["label"] as? String } == ["None", "Yoga"])
            let words = "1 person who was there does not take this course. Their marks stay."
            #expect(courses[1]["strangersText"] as? String == words)
            let fields = ["class": session.text, "course": one.course.text]
            #expect(
                try await test.journal([test.entry("class.corrected", fields)])[0]["outcome"] as? String == "accepted")
            let page = try await test.get("/classes/\(session)", as: test.instructor).object()
            #expect(page["title"] as? String == "Yoga" && page["held"] != nil)
            try await test.book.expectAccepted([
                test.book.entry(
                    .classRecorded,
                    ["class": .text(one.session.text), "start": .text(at(0).text), "end": .text(at(9).text)])
            ])
            let planned = try await test.get("/classes/\(one.session)/correct", as: test.instructor).object()
            #expect(planned["hasCourses"] as? Bool == false)
        }
    }
}
