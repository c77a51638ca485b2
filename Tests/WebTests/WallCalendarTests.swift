import Classroom
import Foundation
import Pages
import Testing

@testable import Web

@Suite struct WallCalendarTests {
    /// The same as Foundation's calendar says, around changes of daylight-saving time too.
    @Test(arguments: [
        "UTC", "Europe/Zurich", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe",
    ])
    func saysWhatFoundationSays(zone: String) throws {
        let timeZone = try #require(TimeZone(identifier: zone))
        let wall = WallCalendar(timeZone: timeZone)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        for step in 0..<4000 as Range<Int64> {
            // From 1960 to 2087, at odd times.
            let instant = Instant(milliseconds: -315_619_200_000 + step * 1_000_000_007)
            let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
            let day = try #require(CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0))
            let time = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
            #expect(wall.day(of: instant) == day)
            #expect(wall.time(instant) == time)
            let weekday = names[(parts.weekday ?? 1) - 1]
            let text = "\(weekday) \(day.day) \(WallCalendar.month(day)) \(day.year), \(time)"
            #expect(wall.dateAndTime(instant) == text)
        }
    }

    @Test func anEndOnAnotherDayHasItsDate() throws {
        let wall = WallCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Zurich")))
        let start = try #require(Instant("2027-05-03T16:00:00Z"))
        #expect(wall.end(start.adding(milliseconds: 5 * 3_600_000 + 59 * 60_000), of: start) == "23:59")
        #expect(wall.end(start.adding(milliseconds: 6 * 3_600_000), of: start) == "Tue 4 May 2027, 00:00")
    }

    @Test func noMomentTraps() {
        let wall = WallCalendar(timeZone: .gmt)
        for milliseconds in [Int64.min, -1, 0, Int64.max] {
            _ = wall.dateAndTime(Instant(milliseconds: milliseconds))
            _ = wall.day(of: Instant(milliseconds: milliseconds))
        }
    }
}
