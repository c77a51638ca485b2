import Classroom
import Foundation
import Support
import Testing

@testable import Web

@Suite struct TrainingPageTests {
    private func log(
        _ test: TestSite, _ start: String, _ minutes: Int = 30, _ category: String = "endurance",
        _ description: String = "Run", as token: String? = nil
    ) async throws {
        let results = try await test.journal(
            [
                test.entry(
                    "training.logged",
                    [
                        "training": Identifier.make(at: .now).text, "description": description, "category": category,
                        "minutes": minutes, "start": start,
                    ])
            ], as: token)
        #expect(results.map { $0["outcome"] as? String } == ["accepted"])
    }

    private func page(_ test: TestSite, _ query: String = "", as token: String? = nil) async throws -> [String: Any] {
        try await test.get("/training\(query)", as: token ?? test.instructor).object()
    }

    /// "2026-11-02 30" of each week or month in which something was logged.
    private func sums(_ page: [String: Any]) -> [String] {
        let chart = page["chart"] as? [String: Any]
        let periods = chart?["periods"] as? [[String: Any]] ?? []
        return periods.filter { $0["total"] as? Int != 0 }.map { "\($0["start"] ?? "") \($0["total"] ?? 0)" }
    }

    @Test func showsTotalsAndEntriesNewestFirst() async throws {
        try await TestSite.run { test in
            let empty = try await page(test)
            #expect(empty["none"] as? Bool == true && empty["totalMinutes"] as? Int == 0)
            try await log(test, "2026-10-03T08:00:00Z", 40, "strength", "Lifted")
            try await log(test, "2026-10-05T08:00:00Z", 20, "mobility", "Stretched")
            try await log(test, "2026-10-04T08:00:00Z", 30)
            let full = try await page(test)
            let trainings = try #require(full["trainings"] as? [[String: Any]])
            #expect(trainings.map { $0["description"] as? String } == ["Stretched", "Run", "Lifted"])
            let totals = try #require(full["totals"] as? [[String: Any]])
            #expect(totals.map { $0["category"] as? String } == ["endurance", "strength", "mobility"])
            #expect(totals.map { $0["minutes"] as? Int } == [30, 40, 20] && full["totalMinutes"] as? Int == 90)
            #expect(trainings[0]["whenText"] as? String == "Mon 5 Oct 2026, 10:00")
        }
    }

    @Test func isOnlyForWhoeverItIsOf() async throws {
        try await TestSite.run { test in
            let ann = try await test.book.addStudents(1)[0]
            let token = try await test.book.store.makeToken(for: ann).text
            try await log(test, "2026-10-03T08:00:00Z", 40, "strength", "Secretly lifted", as: token)
            for path in ["/training", "/training/export.csv"] {
                #expect(try await test.get(path).status == .unauthorized)
                #expect(try await test.get(path, as: token).text.contains("Secretly"))
                #expect(try await !test.get(path, as: test.instructor).text.contains("Secretly"))
            }
            #expect(try await !test.get("/people/\(ann)", as: test.instructor).text.contains("Secretly"))
        }
    }

    /// The turn of the year, a leap day, and both changes of daylight-saving time, each as seen from three zones.
    /// Weeks: 29 December 2025, 23 February 2028; clocks go forward on 29 March 2026 in Europe and on 8 March in New
    /// York, back on 25 October and 1 November.
    @Test(arguments: [
        ("2025-12-28T22:59:59Z", "Europe/Berlin", "2025-12-22", "2025-12-01"),
        ("2025-12-28T23:00:00Z", "Europe/Berlin", "2025-12-29", "2025-12-01"),
        ("2025-12-31T22:59:59Z", "Europe/Berlin", "2025-12-29", "2025-12-01"),
        ("2025-12-31T23:00:00Z", "Europe/Berlin", "2025-12-29", "2026-01-01"),
        ("2025-12-31T23:00:00Z", "America/New_York", "2025-12-29", "2025-12-01"),
        ("2025-12-31T10:59:59Z", "Pacific/Auckland", "2025-12-29", "2025-12-01"),
        ("2025-12-31T11:00:00Z", "Pacific/Auckland", "2025-12-29", "2026-01-01"),
        ("2024-02-28T23:00:00Z", "Europe/Berlin", "2024-02-26", "2024-02-01"),
        ("2024-02-29T22:59:59Z", "Europe/Berlin", "2024-02-26", "2024-02-01"),
        ("2024-02-29T23:00:00Z", "Europe/Berlin", "2024-02-26", "2024-03-01"),
        ("2026-03-29T21:59:59Z", "Europe/Berlin", "2026-03-23", "2026-03-01"),
        ("2026-03-29T22:00:00Z", "Europe/Berlin", "2026-03-30", "2026-03-01"),
        ("2026-03-22T22:59:59Z", "Europe/Berlin", "2026-03-16", "2026-03-01"),
        ("2026-03-22T23:00:00Z", "Europe/Berlin", "2026-03-23", "2026-03-01"),
        ("2025-10-26T22:59:59Z", "Europe/Berlin", "2025-10-20", "2025-10-01"),
        ("2025-10-26T23:00:00Z", "Europe/Berlin", "2025-10-27", "2025-10-01"),
        ("2025-10-19T21:59:59Z", "Europe/Berlin", "2025-10-13", "2025-10-01"),
        ("2025-10-19T22:00:00Z", "Europe/Berlin", "2025-10-20", "2025-10-01"),
        ("2026-03-09T03:59:59Z", "America/New_York", "2026-03-02", "2026-03-01"),
        ("2026-03-09T04:00:00Z", "America/New_York", "2026-03-09", "2026-03-01"),
        ("2025-11-03T04:59:59Z", "America/New_York", "2025-10-27", "2025-11-01"),
        ("2025-11-03T05:00:00Z", "America/New_York", "2025-11-03", "2025-11-01"),
    ])
    func weeksAndMonthsAreThoseOfThePersonsZone(start: String, zone: String, week: String, month: String) async throws {
        try await TestSite.run { test in
            try await log(test, start, 30)
            let until = String(start.prefix(10))
            // The day after, since it may be that one there.
            let next = CalendarDate(daysSince1970: (CalendarDate(until)?.daysSince1970 ?? 0) + 1).text
            let query = "&timeZone=\(zone)&until=\(next)"
            #expect(sums(try await page(test, "?by=week" + query)) == ["\(week) 30"])
            #expect(sums(try await page(test, "?by=month" + query)) == ["\(month) 30"])
            // As the app tells it.
            let cookie = try await test.get(
                "/training?by=week&until=\(next)", as: test.instructor,
                [.cookie: "time-zone=\(zone.replacingOccurrences(of: "/", with: "%2F"))"]
            ).object()
            #expect(sums(cookie) == ["\(week) 30"] && cookie["timeZone"] as? String == zone)
        }
    }

    @Test func theChartGoesBackAndForth() async throws {
        try await TestSite.run { test in
            let chart = try #require(try await page(test, "?by=month&until=2024-06-10")["chart"] as? [String: Any])
            let starts = (chart["periods"] as? [[String: Any]])?.compactMap { $0["start"] as? String } ?? []
            #expect(starts.first == "2023-07-01" && starts.last == "2024-06-01" && starts.count == 12)
            #expect(chart["earlier"] as? String == "/training?by=month&until=2023-06-01")
            #expect(chart["later"] as? String == "/training?by=month&until=2025-06-01")
            let now = try #require(try await page(test, "?until=2199-01-01")["chart"] as? [String: Any])
            #expect(now["later"] == nil && now["by"] as? String == "week")
            #expect((now["periods"] as? [Any])?.count == 8)
            for query in ["?until=soon", "?timeZone=Mars/Olympus", "?after=x"] {
                #expect(try await test.get("/training\(query)", as: test.instructor).status == .badRequest)
            }
            let odd = try await test.get("/training", as: test.instructor, [.cookie: "time-zone=%00%FFnowhere"])
            #expect(odd.status == .ok)
        }
    }

    /// Long numbers have room: those of the lines beside the bars, and those above bars of the same height above each other.
    @Test func numbersDoNotRunIntoEachOther() async throws {
        try await TestSite.run { test in
            for month in ["04", "05", "06"] {
                for day in 11...16 { try await log(test, "2024-\(month)-\(day)T08:00:00Z", 1440) }
            }
            let chart = try #require(try await page(test, "?by=month&until=2024-06-20")["chart"] as? [String: Any])
            let periods = try #require(chart["periods"] as? [[String: Any]]).suffix(3)
            #expect(periods.map { $0["totalText"] as? String } == ["8,640", "8,640", "8,640"])
            let tops = periods.compactMap { ($0["top"] as? NSNumber)?.doubleValue }
            #expect(tops.count == 3 && abs(tops[0] - tops[1]) >= 11 && abs(tops[1] - tops[2]) >= 11)
            // Ten units is how high the letters are.
            #expect(tops.allSatisfy { $0 >= 10 })
            let lines = try #require(chart["lines"] as? [[String: Any]])
            #expect(lines.map { $0["label"] as? String } == ["0", "6,000", "12,000"])
            let left = try #require((chart["left"] as? NSNumber)?.doubleValue)
            #expect(left >= 45 && chart["width"] as? Int == 320)
        }
    }

    /// Bars stand on each other without a gap, and are as high as the minutes they stand for.
    @Test func barsAreAsHighAsTheirMinutes() async throws {
        try await TestSite.run { test in
            try await log(test, "2024-06-04T08:00:00Z", 60)
            try await log(test, "2024-06-05T08:00:00Z", 30, "strength")
            try await log(test, "2024-06-06T08:00:00Z", 30, "mobility")
            let chart = try #require(try await page(test, "?until=2024-06-06")["chart"] as? [String: Any])
            let bars = try #require(chart["bars"] as? [[String: Any]])
            func number(_ bar: [String: Any], _ name: String) -> Double { (bar[name] as? NSNumber)?.doubleValue ?? 0 }
            #expect(bars.map { $0["category"] as? String } == ["endurance", "strength", "mobility"])
            let heights = bars.map { number($0, "height") }
            #expect(abs(heights[0] - 2 * heights[1]) < 0.2 && heights[1] == heights[2] && heights[0] > 10)
            for (below, above) in zip(bars, bars.dropFirst()) {
                #expect(abs(number(above, "y") + number(above, "height") - number(below, "y")) < 0.2)
            }
            let lines = try #require(chart["lines"] as? [[String: Any]])
            #expect(lines.map { $0["label"] as? String } == ["0", "60", "120"])
            #expect(abs(number(lines[2], "y") - number(bars[2], "y")) < 0.2)
        }
    }

    @Test func isNobodyElsesNews() async throws {
        try await CourseSite.run { site in
            let start = try await site.book.store.lastSequence()
            let ann = site.one.students[0]
            try await log(site.test, "2026-10-03T08:00:00Z", as: site.tokens[ann])
            try await site.book.expectAccepted([site.book.step(.attendanceClosed, site.one.session)])
            for person in [ann, site.one.students[1], site.book.instructor] {
                let kinds = try await site.follow(after: start, as: person).kinds(until: "attendance.closed")
                #expect(kinds.contains("training.logged") == (person == ann))
            }
        }
    }
}
