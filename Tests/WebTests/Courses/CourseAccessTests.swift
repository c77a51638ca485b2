import Classroom
import Foundation
import Store
import Support
import Testing

@testable import Web

/// Who sees what of a course, and who may do what in it.
@Suite(.serialized) struct CourseAccessTests {
    @Test func everyPageIsForThoseItConcerns() async throws {
        try await CourseSite.run { site in
            let (course, session) = ("/courses/\(site.one.course)", "/classes/\(site.one.session)")
            let coming = "/classes/\(site.coming)"
            // For its instructor, one of its students, another instructor, another student.
            let expected: [(String, [Int])] = [
                ("/courses", [200, 200, 200, 200]), ("/courses/catalogue", [200, 200, 200, 200]),
                ("/courses/new", [200, 403, 200, 403]), (course, [200, 200, 404, 404]),
                (course + "/edit", [200, 403, 404, 403]), (course + "/instructors", [200, 403, 404, 403]),
                (course + "/students", [200, 403, 404, 403]),
                (course + "/students?search=s", [200, 403, 404, 403]), (course + "/schedule", [200, 403, 404, 403]),
                (course + "/attendance", [200, 403, 404, 403]),
                (course + "/attendance?period=x&below=x&until=x&after=x", [200, 403, 404, 403]),
                (course + "/attendance/export.csv", [200, 403, 404, 403]),
                (course + "/attendance/register", [200, 403, 404, 403]),
                (course + "/attendance/register?contents=empty&boxes=99999999999999999999", [200, 403, 404, 403]),
                (session + "/register", [200, 403, 404, 403]), (coming + "/register", [200, 403, 404, 403]),
                (session, [200, 200, 404, 404]), (coming, [200, 200, 404, 404]),
                (coming + "/schedule", [200, 403, 404, 403]), (session + "/schedule", [404, 403, 404, 403]),
                (session + "/roster", [200, 403, 404, 403]), ("/courses/x", [404, 404, 404, 404]),
                ("/courses/\(Identifier.make(at: .now))", [404, 404, 404, 404]),
                ("/courses/x/edit", [404, 403, 404, 403]), ("/offline", [200, 200, 200, 200]),
                ("/offline/pages", [200, 200, 200, 200]),
            ]
            let people = [site.book.instructor, site.one.students[0], site.otto, site.stranger]
            for (path, codes) in expected {
                for (number, person) in people.enumerated() {
                    let found = try await site.status(path, as: person)
                    #expect(found == codes[number], "\(path) as person \(number)")
                }
                #expect(try await site.status(path, as: nil) == 401, "\(path)")
            }
            for path in ["/feed", session + "/feed"] { #expect(try await site.status(path, as: nil) == 401) }
            for person in [site.otto, site.stranger] {
                #expect(try await site.status(session + "/feed", as: person) == 404)
            }
        }
    }

    /// Declined, or no longer teaching it, one is a stranger at once.
    @Test func whoHasLeftIsAStranger() async throws {
        try await CourseSite.run { site in
            let (book, student) = (site.book, site.one.students[0])
            let paths = ["/courses/\(site.one.course)", "/classes/\(site.one.session)"]
            let decline = book.enrolment(.enrolmentDeclined, student, site.one.course)
            #expect(try await site.outcomes([decline], as: student) == ["accepted"])
            for path in paths { #expect(try await site.status(path, as: student) == 404) }
            try await book.expectAccepted([
                book.entry(.classSaved, ["class": .text(site.one.session.text)]),
                book.edited(site.one.course, ["instructorAdded": .text(site.otto.text)]),
                book.edited(site.one.course, ["instructorRemoved": .text(book.instructor.text)]),
            ])
            for path in paths {
                #expect(try await site.status(path, as: book.instructor) == 404)
                #expect(try await site.status(path, as: site.otto) == 200)
            }
        }
    }

    @Test func ownersSeeWhoTeachesAnyCourseAndNoMoreOfIt() async throws {
        try await CourseSite.run { site in
            let book = site.book
            let otto = Maker(person: site.otto, role: .instructor)
            func seesAll(_ person: Identifier) async throws -> Bool? {
                try await site.page("/courses", as: person)["seesAll"] as? Bool
            }
            #expect(try await seesAll(book.instructor) == false)
            let venue = try await book.addVenue("Mill")
            let course = try await book.addCourse("Yoga", at: venue, by: otto)
            #expect(try await seesAll(book.instructor) == true)
            #expect(try await seesAll(site.otto) == false)
            #expect(try await site.status("/courses/\(course)", as: book.instructor) == 404)
            let path = "/courses/\(course)/instructors"
            #expect(try await site.page(path, as: book.instructor)["me"] as? String == book.instructor.text)
            #expect(try await site.page(path, as: site.otto)["me"] == nil)
            let alone = try await site.page("/people/\(site.otto)", as: book.instructor)["taughtAlone"]
            #expect((alone as? [[String: Any]])?.map { $0["href"] as? String } == [path])
            #expect(try await site.page("/people/\(book.instructor)", as: book.instructor)["taughtAlone"] == nil)
            func open(_ person: Identifier) async throws -> [String?] {
                let all = try await site.page("/courses/catalogue", as: person)["courses"] as? [[String: Any]]
                return (all ?? []).map { $0["openHref"] as? String }
            }
            #expect(try await Set(open(book.instructor)) == [path, "/courses/\(site.one.course)"])
            #expect(try await open(site.otto) == [nil, nil])
            let strange = "/courses/\(Identifier.make(at: .now))/instructors"
            #expect(try await site.status(strange, as: book.instructor) == 404)
        }
    }

    @Test func schedulingTellsWhatElseTakesPlaceThen() async throws {
        try await CourseSite.run { site in
            func words(_ starts: [Instant], minutes: String = "60") async throws -> String? {
                let query = "?minutes=\(minutes)&starts=" + starts.map(\.text).joined(separator: ",")
                let path = "/courses/\(site.one.course)/schedule" + query
                return try await site.page(path, as: site.book.instructor)["overlapText"] as? String
            }
            let time = site.one.at(10_000)
            let found = try #require(try await words([time.adding(milliseconds: 86_400_000), time]))
            #expect(found.hasPrefix("At the same time: ") && !found.contains("other class"))
            #expect(try await words([time.adding(milliseconds: 7_200_000)]) == nil)
            for strange in ["x", "1e99"] { #expect(try await words([time], minutes: strange) != nil) }
            #expect(try await words([time], minutes: "-1") == nil)
            #expect(try await words([]) == nil)
        }
    }

    @Test func everyEntryIsRefusedFromWhomItDoesNotConcern() async throws {
        try await CourseSite.run { site in
            let book = site.book
            let (course, session, student) = (site.one.course, site.one.session, site.one.students[0])
            let steps: [Kind] = [
                .classPaused, .classResumed, .classSaved, .classDeleted, .classRestored, .classUnscheduled,
            ]
            let turns: [Kind] = [.attendanceOpened, .attendanceClosed]
            let (kind, noCourse, noClass) = ("kind forbidden", "course notFound", "class notFound")
            // As another instructor, as another student, as a student of the course.
            var tries: [(PostedEntry, [String])] = [
                (book.created(course, at: site.one.venue), ["course exists", kind, kind]),
                (book.edited(course, ["title": .text("Mine")]), [noCourse, kind, kind]),
                (book.edited(course, ["instructorAdded": .text(site.otto.text)]), [noCourse, kind, kind]),
                (book.requested(.make(at: .now)), [noCourse, noCourse, noCourse]),
                (book.enrolment(.enrolmentAccepted, site.stranger, course), [noCourse, kind, kind]),
                (book.enrolment(.enrolmentDeclined, site.one.students[1], course), [noCourse, noCourse, noCourse]),
                (book.scheduled(.make(at: .now), of: course, at: .now), [noCourse, kind, kind]),
                (book.scheduled(site.coming, of: course, at: .now), [noCourse, kind, kind]),
                (book.started(site.coming, at: site.one.venue), [noClass, kind, kind]),
                (book.mark(.attendanceMarked, session, student), [noClass, kind, kind]),
                (book.mark(.attendanceCleared, session, student), [noClass, kind, kind]),
                (book.claim(site.coming), [noClass, noClass, "class notYet"]),
            ]
            tries += (steps + turns).map { (book.step($0, session), [noClass, kind, kind]) }
            let before = try await book.store.lastSequence()
            for (place, person) in [site.otto, site.stranger, site.one.students[2]].enumerated() {
                let found = try await site.outcomes(tries.map(\.0), as: person)
                #expect(found == tries.map { $0.1[place] })
            }
            #expect(try await site.outcomes([book.claim(session)], as: site.stranger) == [noClass])
            #expect(try await site.outcomes([book.requested(course)], as: site.otto) == ["person role"])
            let body = "{\"device\":\"\(book.device)\",\"entries\":[]}"
            #expect(try await site.test.post("/journal", body).status == .unauthorized)
            #expect(try await book.store.lastSequence() == before)
        }
    }

    @Test func whyIsSaidInWords() async throws {
        try await CourseSite.run { site in
            let (book, student) = (site.book, site.one.students[0])
            func words(_ entry: PostedEntry) async throws -> String {
                let results = try await site.test.journal([CourseSite.json(entry)], as: site.tokens[student])
                let problems = results.first?["problems"] as? [[String: Any]] ?? []
                return problems.compactMap { $0["message"] as? String }.joined(separator: " ")
            }
            let session = site.one.session
            #expect(try await words(book.claim(session, metres: 240)) == "You are 240 m from Catalina Room.")
            #expect(try await words(book.claim(session, metres: 5432)) == "You are 5.4 km from Catalina Room.")
            #expect(try await words(book.claim(site.coming)) == "Attendance is not open yet.")
            try await book.expectAccepted([book.step(.attendanceClosed, session)])
            #expect(try await words(book.claim(session)) == "Attendance is closed.")
            try await book.expectAccepted([book.step(.classSaved, session)])
            #expect(try await words(book.claim(session)) == "This class is over.")
            try await book.expectAccepted([book.edited(site.one.course, ["evidence": .text("instructor")])])
            #expect(try await words(book.claim(session)) == "Your instructor marks attendance in this class.")
            #expect(try await words(book.requested(.make(at: .now))) == "There is no such course.")
        }
    }
}
