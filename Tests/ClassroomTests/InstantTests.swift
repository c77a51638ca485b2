import Classroom
import Foundation
import Testing

@Suite struct InstantTests {
    // The examples of RFC 3339, section 5.8, with what they amount to.
    @Test(arguments: [
        ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.520Z"),
        ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57.000Z"),
        ("1990-12-31T23:59:60Z", "1990-12-31T23:59:59.000Z"),
        ("1990-12-31T15:59:60-08:00", "1990-12-31T23:59:59.000Z"),
        ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.870Z"),
        ("2026-11-03t18:30:00.123456789z", "2026-11-03T18:30:00.123Z"),
        ("2024-02-29T00:00:00+14:00", "2024-02-28T10:00:00.000Z"),
    ])
    func readsRFC3339(text: String, expected: String) {
        #expect(Instant(text)?.text == expected)
    }

    @Test(arguments: [
        "", "2026-11-03", "2026-11-03T18:30Z", "2026-11-03T18:30:00", "2026-13-03T18:30:00Z", "2026-02-29T18:30:00Z",
        "2026-11-03T24:00:00Z", "2026-11-03T18:60:00Z", "2026-11-03T18:30:61Z", "2026-11-03T18:30:00.Z",
        "2026-11-03T18:30:00+25:00", "2026-11-03T18:30:00Z ", "26-11-03T18:30:00Z", "2026-11-03T18:30:00+0100",
        "٢٠٢٦-11-03T18:30:00Z", "0000-01-01T00:00:00Z", "now", "1793730600000",
    ])
    func refusesEverythingElse(text: String) {
        #expect(Instant(text) == nil)
    }

    /// From 1590 on, since Foundation counts days before 1582 by the Julian calendar.
    @Test func agreesWithFoundation() throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let milliseconds = Int64.random(in: -12_000_000_000_000...253_000_000_000_000, using: &generator)
            let instant = Instant(milliseconds: milliseconds)
            #expect(Instant(instant.text) == instant)
            let date = try style.parse(instant.text)
            #expect(abs(date.timeIntervalSince1970 * 1000 - Double(milliseconds)) < 1)
        }
    }

    @Test func daysGoOnWithoutGaps() {
        for days in -800_000...800_000 where days % 7 == 0 {
            let date = CalendarDate(daysSince1970: days)
            guard (1...9999).contains(date.year) else { continue }
            #expect(date.daysSince1970 == days)
        }
    }
}
