import Classroom
import Foundation
import Store

/// Formatting of times and durations for people, in a time zone.
struct WallCalendar: Sendable {
    private let calendar: Calendar

    init(timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// IANA name of the time zone.
    var timeZone: String { calendar.timeZone.identifier }

    /// Formats as "Tue 3 Nov 2026, 18:30".
    func dateAndTime(_ instant: Instant) -> String {
        let wall = wall(instant)
        // 1 January 1970 was a Thursday.
        let weekday = Self.weekdays[((wall.day.daysSince1970 + 4) % 7 + 7) % 7]
        return "\(weekday) \(Self.text(wall.day)), \(Self.time(wall.minute))"
    }

    /// Formats as "November 2026".
    func monthAndYear(_ instant: Instant) -> String {
        let day = wall(instant).day
        return "\(Self.longMonths[(day.month - 1) % 12]) \(day.year)"
    }

    /// Formats as "18:30".
    func time(_ instant: Instant) -> String {
        Self.time(wall(instant).minute)
    }

    /// Formats as "18:30", or "18:30:15.250" unless a whole minute.
    func clock(_ instant: Instant) -> String {
        let rest = instant.milliseconds % 60_000
        if rest == 0 { return time(instant) }
        return time(instant) + String(format: rest % 1000 == 0 ? ":%02.0f" : ":%06.3f", Double(rest) / 1000)
    }

    /// Formats `2026-11-03` as "3 Nov 2026".
    func day(_ text: String) -> String {
        guard let date = CalendarDate(text) else { return text }
        return Self.text(date)
    }

    /// Current day, as `2026-11-03`.
    func today(_ now: Instant = .now) -> String { day(of: now).text }

    /// Day of a moment.
    func day(of instant: Instant) -> CalendarDate {
        let day = wall(instant).day
        return CalendarDate(year: day.year, month: day.month, day: day.day) ?? CalendarDate(daysSince1970: 0)
    }

    /// First moment of a day, which is not midnight if clocks go forward then.
    func start(of day: CalendarDate) -> Instant {
        let noon = moment(day, hour: 12)
        let start = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(noon.milliseconds) / 1000))
        return Instant(milliseconds: Int64(nearest: start.timeIntervalSince1970 * 1000) ?? noon.milliseconds)
    }

    /// Moment of a local time. An ambiguous time, when clocks go back, is the first; a skipped time, when they go
    /// forward, moves forward by as much.
    func moment(_ day: CalendarDate, hour: Int, minute: Int = 0, second: Int = 0) -> Instant {
        let wall = Double(day.daysSince1970) * 86_400 + Double(hour * 3600 + minute * 60 + second)
        func offset(_ seconds: Double) -> Double {
            Double(calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
        }
        let (before, after) = (offset(wall - 86_400), offset(wall + 86_400))
        let first = wall - before
        let second = wall - after
        let seconds = offset(first) == before ? first : offset(second) == after ? second : first
        return Instant(milliseconds: Int64(nearest: seconds * 1000) ?? 0)
    }

    /// Offset from UTC, as in "+01:00".
    func offset(_ instant: Instant) -> String {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let minutes = calendar.timeZone.secondsFromGMT(for: date) / 60
        return String(format: "%@%02d:%02d", minutes < 0 ? "-" : "+", abs(minutes) / 60, abs(minutes) % 60)
    }

    /// Formats a duration: "1 h 5 min", "12 min", "under a minute".
    static func duration(_ milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        if minutes < 1 { return "under a minute" }
        return minutes < 60
            ? "\(minutes) min" : minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// Formats the duration of a class in minutes that add up: with its pause, to the time from its start to its end.
    static func duration(_ worked: Int64, paused: Int64, from start: Instant, to end: Instant) -> String {
        if worked < 60_000 { return duration(worked) }
        let minutes = end.milliseconds / 60_000 - start.milliseconds / 60_000 - (paused + 30_000) / 60_000
        return duration(max(1, minutes) * 60_000)
    }

    /// Formats the pause of a class.
    static func pause(_ milliseconds: Int64) -> String {
        milliseconds == 0 ? "none" : duration((milliseconds + 30_000) / 60_000 * 60_000)
    }

    /// Formats a duration: "0:42:07".
    static func clock(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        return String(format: "%d:%02d:%02d", Int(seconds / 3600), Int(seconds / 60 % 60), Int(seconds % 60))
    }

    /// Short name of the month: "Nov".
    static func month(_ day: CalendarDate) -> String { months[(day.month - 1) % 12] }

    private static func text(_ day: CalendarDate) -> String { "\(day.day) \(month(day)) \(day.year)" }

    private static func time(_ minute: Int) -> String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Day and minute of the day. Only the zone is asked of Foundation, whose calendars take seven times as long.
    private func wall(_ instant: Instant) -> (day: CalendarDate, minute: Int) {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let whole = instant.milliseconds / 1000 - (instant.milliseconds % 1000 < 0 ? 1 : 0)
        let seconds = Int(whole) + calendar.timeZone.secondsFromGMT(for: date)
        let ofDay = (seconds % 86_400 + 86_400) % 86_400
        return (CalendarDate(daysSince1970: (seconds - ofDay) / 86_400), ofDay / 60)
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// Formats a count: "1 student", "1,234 students".
func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
}
