import Classroom
import Foundation
import Support
import Testing

@testable import Web

@Suite struct ClassRoutesTests {
    @Test func theNearestVenueComesFirst() async throws {
        try await TestSite.run { test in
            _ = try await test.book.addVenue("Anywhere")
            _ = try await test.book.addVenue("Far", Position(latitude: 48, longitude: 9))
            _ = try await test.book.addVenue("Near", Position(latitude: 47.001, longitude: 8))
            func venues(_ query: String) async throws -> [[String: Any]] {
                let page = try await test.get("/class" + query, as: test.instructor).object()
                return page["venues"] as? [[String: Any]] ?? []
            }
            let here = try await venues("?latitude=47&longitude=8")
            #expect(here.map { $0["name"] as? String } == ["Near", "Far", "Anywhere"])
            #expect(here.map { $0["distanceText"] as? String } == ["110 m", "134 km", nil])
            #expect(try await venues("").map { $0["name"] as? String } == ["Anywhere", "Far", "Near"])
            #expect(try await venues("?search=nea").map { $0["name"] as? String } == ["Near"])
            for nonsense in ["?latitude=nan&longitude=0", "?latitude=91&longitude=0", "?latitude=x"] {
                #expect(try await venues(nonsense).count == 3)
            }
            let none = try await test.get("/class?search=zzz", as: test.instructor).object()
            #expect(none["noVenues"] as? Bool == false)
        }
    }

    @Test func aClassInSessionIsShownWithWhatItsDurationFollowsFrom() async throws {
        try await TestSite.run { test in
            let start = Instant.now.adding(milliseconds: -3_600_000)
            let session = try await test.book.startClass(at: start)
            func page() async throws -> [String: Any] { try await test.get("/class", as: test.instructor).object() }
            let running = try await page()
            #expect(running["phase"] as? String == "running" && running["id"] as? String == session.text)
            #expect(running["startedAt"] as? Int64 == start.milliseconds)
            #expect(running["runningSince"] as? Int64 == start.milliseconds && running["worked"] as? Int64 == 0)
            #expect((running["durationText"] as? String)?.hasPrefix("1:00:0") == true)
            #expect(running["temperatureText"] as? String == "unavailable")
            let pause = start.adding(milliseconds: 600_000)
            try await test.book.expectAccepted([test.book.step(.classPaused, session, at: pause)])
            let paused = try await page()
            #expect(paused["phase"] as? String == "paused" && paused["worked"] as? Int64 == 600_000)
            #expect(paused["runningSince"] == nil && paused["durationText"] as? String == "0:10:00")
            let end = start.adding(milliseconds: 1_200_000)
            try await test.book.expectAccepted([
                test.book.step(.classResumed, session, at: end.adding(milliseconds: -300_000)),
                test.book.step(.classSaved, session, at: end),
            ])
            #expect(try await page()["venues"] != nil)
            let saved = try await test.get("/classes/\(session)", as: test.instructor).object()
            let row = try #require(saved["session"] as? [String: Any])
            #expect(row["duration"] as? Int64 == 900_000 && row["durationText"] as? String == "15 min")
            #expect(row["ended"] as? String == end.text && saved["pausedText"] as? String == "5 min")
        }
    }

    @Test func sessionsAreSortedAsAsked() async throws {
        try await TestSite.run { test in
            let students = try await test.book.addStudents(2)
            for (index, (venue, present)) in [("B", 1), ("C", 2), ("A", 0)].enumerated() {
                let start = Instant.now.adding(milliseconds: Int64(index - 10) * 3_600_000)
                let place = try await test.book.addVenue(venue)
                let session = try await test.book.startClass(at: start, venue: place)
                let later = start.adding(milliseconds: 60_000)
                try await test.book.expectAccepted(
                    students.prefix(present).map { test.book.mark(.attendanceMarked, session, $0, at: later) }
                        + [test.book.step(.classSaved, session, at: later)])
            }
            for (sort, order) in [
                ("newest", "ACB"), ("oldest", "BCA"), ("venue", "ABC"), ("attended", "CBA"), ("nonsense", "ACB"),
            ] {
                let page = try await test.get("/sessions?sort=\(sort)", as: test.instructor).object()
                let groups = page["groups"] as? [[String: Any]] ?? []
                let venues = groups.flatMap { group in
                    (group["sessions"] as? [[String: Any]] ?? []).compactMap { $0["venue"] as? String }
                }
                #expect(venues.joined() == order, "\(sort)")
            }
            #expect(try await test.get("/sessions?after=x", as: test.instructor).status == .badRequest)
        }
    }

    @Test func theRosterOverAClassHasNoNewPeople() async throws {
        try await TestSite.run { test in
            let session = try await test.book.startClass()
            let student = try await test.book.addStudents(1)[0]
            let new = Identifier.make(at: .now)
            try await test.book.expectAccepted([
                test.book.added(new, "First", "Last", id: "00000000"),
                test.book.mark(.attendanceMarked, session, student),
            ])
            // Whoever is here can be unmarked, even if inactive by now.
            let leave = test.book.entry(.personDeactivated, ["person": .text(student.text)])
            try await test.book.expectAccepted([leave])
            let page = try await test.get("/classes/\(session)/roster", as: test.instructor).object()
            let groups = try #require(page["groups"] as? [[String: Any]])
            let people = try #require(groups.first?["people"] as? [[String: Any]])
            #expect(!people.contains { $0["id"] as? String == new.text })
            let present = people.filter { $0["present"] as? Bool == true }.map { $0["id"] as? String }
            #expect(present == [student.text])
            #expect(page["presentText"] as? String == "1 present")
        }
    }
}
