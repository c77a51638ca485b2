import Classroom
import Foundation
import Pages
import Support
import Testing

@testable import Web

@Suite(.serialized) struct CoursePagesTests {
    @Test func coursesGoOnWhereTheyEnded() async throws {
        try await TestSite.run { test in
            let venue = try await test.book.addVenue()
            for number in 0..<120 { _ = try await test.book.addCourse("Course \(number % 7)", at: venue) }
            for start in ["/courses", "/courses/catalogue?search=course"] {
                var (path, seen): (String?, [String]) = (start, [])
                while let next = path {
                    let page = try await test.get(next, as: test.instructor).object()
                    seen += (page["courses"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
                    path = page["more"] as? String
                }
                #expect(seen.count == 120 && Set(seen).count == 120, "\(start)")
            }
            for path in ["/courses?after=x", "/courses/catalogue?after=x"] {
                #expect(try await test.get(path, as: test.instructor).status == .badRequest)
            }
        }
    }

    /// A class is proposed for today, or for tomorrow once 18:00 is over where it takes place.
    @Test(arguments: [
        ("2026-11-24T16:59:00Z", "2026-11-24"), ("2026-11-24T17:00:00Z", "2026-11-25"),
        ("2026-12-31T22:30:00Z", "2027-01-01"),
    ])
    func proposedDayIsNotOver(now: String, day: String) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
        let moment = try #require(Instant(now))
        #expect(SchedulePage.nextDate(WallCalendar(timeZone: zone), moment) == day)
    }

    /// Held on another day than planned, a class is listed by when it was; a little late, by its plan.
    @Test(arguments: [(minutes: -2880.0, isByPlan: false), (minutes: 5.0, isByPlan: true)])
    func classesThatWereHeldAreListedByTheirDay(minutes: Double, isByPlan: Bool) async throws {
        try await TestSite.run { test in
            let (book, plan) = (test.book, try #require(Instant("2026-03-04T17:00:00Z")))
            let venue = try await book.addVenue()
            let course = try await book.addCourse("Yoga", at: venue)
            let session = try await book.schedule(course, at: plan)
            let start = plan.adding(milliseconds: Int64(minutes * 60_000))
            try await book.expectAccepted([
                book.started(session, at: venue, at: start),
                book.step(.classSaved, session, at: start.adding(milliseconds: 3_600_000)),
            ])
            let page = try await test.get("/courses/\(course)", as: test.instructor).object()
            let past = try #require(page["past"] as? [[String: Any]])
            let text = isByPlan ? "Wed 4 Mar 2026, 18:00" : "Mon 2 Mar 2026, 18:00"
            #expect(past.map { $0["startText"] as? String } == [text])
            #expect((past.first?["whenText"] as? String)?.hasPrefix(text + "–") ?? false)
        }
    }

    @Test func aCourseOf300Classes() async throws {
        try await TestSite.run { test in
            let (book, day) = (test.book, 1440.0)
            let one = try await TestCourse(
                book, students: 1, start: Instant.now.adding(milliseconds: -100 * 86_400_000 - 7_200_000))
            try await book.expectAccepted([book.step(.classSaved, one.session, at: one.at(60))])
            let others = (1..<300).map { ($0, Identifier.make(at: .now)) }
            let entries = others.map { book.scheduled($1, of: one.course, at: one.at(Double($0) * day)) }
            for part in [entries.prefix(200), entries.dropFirst(200)] { try await book.expectAccepted(Array(part)) }
            let ids = [one.session.text] + others.map(\.1.text)
            let student = try await book.store.makeToken(for: one.students[0]).text
            for token in [test.instructor, student] {
                var found: [String: [String]] = [:]
                for (list, more) in [("coming", "moreComing"), ("past", "morePast")] {
                    var path: String? = "/courses/\(one.course)"
                    while let next = path {
                        let page = try await test.get(next, as: token).object()
                        found[list, default: []] += (page[list] as? [[String: Any]] ?? [])
                            .compactMap { $0["id"] as? String }
                        path = page[more] as? String
                    }
                }
                #expect((found["past"] ?? []).reversed() + (found["coming"] ?? []) == ids)
                #expect(found["past"]?.count == 101)
                for (number, path) in [(0, 0), (2, 2), (299, 299)] {
                    let page = try await test.get("/classes/\(ids[path])", as: token).object()
                    #expect(page["placeText"] as? String == "\(number + 1) of 300")
                    let (previous, next) = (page["previous"] as? [String: Any], page["next"] as? [String: Any])
                    #expect(previous?["id"] as? String == (number > 0 ? ids[number - 1] : nil))
                    #expect(next?["id"] as? String == (number < 299 ? ids[number + 1] : nil))
                }
            }
            for query in ["coming=x", "past=x"] {
                let status = try await test.get("/courses/\(one.course)?\(query)", as: student).status
                #expect(status == .badRequest)
            }
        }
    }

    /// What a student reads before, during and after a class.
    @Test func theWayInSaysHowItStands() async throws {
        try await CourseSite.run { site in
            let (book, one) = (site.book, site.one)
            func presence(_ session: Identifier, _ number: Int = 0) async throws -> String {
                let page = try await site.page("/classes/\(session)", as: one.students[number])
                let presence = try #require(page["presence"] as? [String: Any])
                #expect(page["board"] == nil || page["board"] is NSNull)
                let (window, state) = (presence["window"] as? String ?? "", presence["state"] as? String ?? "-")
                return "\(window) \(state) \(presence["canClaim"] as? Bool == true) \(presence["statusText"] ?? "")"
            }
            #expect(try await presence(site.coming) == "notYet - false Attendance is not open yet")
            #expect(try await presence(one.session) == "open - true Drag yourself into the classroom")
            #expect(try await site.outcomes([book.claim(one.session)], as: one.students[0]) == ["accepted"])
            #expect(try await presence(one.session) == "open present false You are present")
            let vague = book.claim(one.session, metres: nil)
            #expect(try await site.outcomes([vague], as: one.students[1]) == ["accepted"])
            #expect(try await presence(one.session, 1) == "open unconfirmed true Needs confirmation")
            func isInSession(_ person: Identifier) async throws -> Bool? {
                let courses = try await site.page("/courses", as: person)["courses"] as? [[String: Any]]
                return courses?.first?["inSession"] as? Bool
            }
            #expect(try await [isInSession(book.instructor), isInSession(one.students[0])] == [true, true])
            try await book.expectAccepted([book.step(.attendanceClosed, one.session)])
            #expect(try await presence(one.session, 2) == "closed - false Attendance is closed")
            try await book.expectAccepted([book.step(.classSaved, one.session), book.step(.classDeleted, site.coming)])
            #expect(try await [isInSession(book.instructor), isInSession(one.students[0])] == [false, false])
            #expect(try await presence(one.session) == "over present false You are present")
            #expect(try await presence(one.session, 2) == "over absent false You were absent")
            #expect(try await presence(site.coming) == "over - false This class is cancelled")
            let board = try #require(
                try await site.page("/classes/\(one.session)", as: book.instructor)["board"] as? [String: Any])
            #expect(board["present"] as? Int == 1 && board["unconfirmed"] as? Int == 1 && board["absent"] as? Int == 1)
            // Who joins afterwards was not absent.
            try await book.enrol([site.stranger], in: one.course)
            let page = try await site.page("/classes/\(one.session)", as: site.stranger)
            let own = try #require(page["presence"] as? [String: Any])
            #expect(
                own["state"] as? String == nil && own["reasonText"] as? String == "You joined the course afterwards.")
            let card = try #require(page["card"] as? [String: Any])
            #expect(card["attendanceText"] as? String == nil)
        }
    }
}
