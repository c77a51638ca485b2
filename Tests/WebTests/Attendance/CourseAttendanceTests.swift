import Classroom
import Foundation
import Pages
import Store
import Support
import Testing

@testable import Web

/// Attendance of a course, on both engines.
@Suite(.serialized) struct CourseAttendanceTests {
    /// Two ended classes, half a year apart, and one in session. All were enrolled after the first two, at which the first student
    /// was present, the second absent, and the third absent at the newer one.
    private func teach(_ test: TestSite) async throws -> TestCourse {
        let one = try await TestCourse(test.book, students: 3)
        let book = test.book
        for days in [1, 200] {
            let start = one.start.adding(milliseconds: -Int64(days) * 86_400_000)
            let session = try await book.schedule(one.course, at: start)
            try await book.expectAccepted([
                book.started(session, at: one.venue, at: start),
                book.mark(.attendanceMarked, session, one.students[0], at: start.adding(milliseconds: 1)),
                book.mark(.attendanceCleared, session, one.students[1], at: start.adding(milliseconds: 1)),
                book.mark(
                    .attendanceCleared, session, one.students[days == 1 ? 2 : 1], at: start.adding(milliseconds: 2)),
                book.step(.classSaved, session, at: start.adding(milliseconds: 60_000)),
            ])
        }
        try await book.expectAccepted([
            book.mark(.attendanceMarked, one.session, one.students[1]),
            book.mark(.attendanceCleared, one.session, one.students[2]),
        ])
        return one
    }

    private func matrix(_ test: TestSite, _ one: TestCourse, _ query: String = "") async throws -> [String: Any] {
        let page = try await test.get("/courses/\(one.course)/attendance" + query, as: test.instructor).object()
        return try #require(page["matrix"] as? [String: Any])
    }

    private func states(_ matrix: [String: Any]) -> [[String]] {
        let people = matrix["people"] as? [[String: Any]] ?? []
        return people.map { ($0["marks"] as? [[String: Any]] ?? []).compactMap { $0["state"] as? String } }
    }

    @Test func totalsCountEndedClasses() async throws {
        try await TestSite.run { test in
            let one = try await teach(test)
            let all = try await matrix(test, one)
            #expect(
                states(all) == [
                    ["none", "present", "present"], ["present", "absent", "absent"], ["absent", "absent", "none"],
                ])
            #expect(all["held"] as? Int == 2)
            let people = all["people"] as? [[String: Any]] ?? []
            #expect(people.map { $0["present"] as? Int } == [2, 0, 0])
            #expect(people.map { $0["held"] as? Int } == [2, 2, 1])
            #expect(people.map { $0["percent"] as? Int } == [100, 0, 0])
        }
    }

    @Test func queriesNarrow() async throws {
        try await TestSite.run { test in
            let one = try await teach(test)
            let below = try await matrix(test, one, "?below=50&search=number%202")
            #expect(states(below) == [["absent", "absent", "none"]])
            let last = one.start.adding(milliseconds: -200 * 86_400_000)
            let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
            let day = WallCalendar(timeZone: zone).day(of: last)
            let month = try await matrix(test, one, "?period=\(day.text.prefix(7))")
            #expect(states(month) == [["present"], ["absent"], ["none"]])
            #expect(month["held"] as? Int == 1)
            let after = try await matrix(test, one, "?after=\(one.students[1])&until=\(one.session)")
            #expect(states(after) == [["absent", "absent", "none"]])
        }
    }

    @Test func guestsAreShown() async throws {
        try await TestSite.run { test in
            let one = try await teach(test)
            let guest = Identifier.make(at: .now)
            try await test.book.expectAccepted([
                test.book.added(guest, "=Zoë", "Zander", id: "4711"),
                test.book.mark(.attendanceMarked, one.session, guest),
            ])
            #expect(states(try await matrix(test, one)).last == ["present", "none", "none"])
            let path = "/courses/\(one.course)/attendance/export.csv"
            let file = try await test.get(path, as: test.instructor).text
            #expect(file.contains("\r\n'=Zoë Zander,4711,,,present,0,0,\r\n"))
        }
    }
}
