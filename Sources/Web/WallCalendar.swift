import Classroom
import Foundation

/// Writes moments and durations for people, in one time zone.
struct WallCalendar: Sendable {
    private let calendar: Calendar

    init(timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// The IANA name of the time zone.
    var timeZone: String { calendar.timeZone.identifier }

    /// "Tue 3 Nov 2026, 18:30"
    func dateAndTime(_ instant: Instant) -> String {
        let parts = parts(instant)
        return "\(Self.weekdays[(parts.weekday ?? 1) - 1]) \(day(parts)), \(time(instant))"
    }

    /// "18:30"
    func time(_ instant: Instant) -> String {
        let parts = parts(instant)
        return String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
    }

    /// "3 Nov 2026" for `2026-11-03`.
    func day(_ text: String) -> String {
        guard let date = CalendarDate(text) else { return text }
        return day(DateComponents(year: date.year, month: date.month, day: date.day))
    }

    /// The day it is, as `2026-11-03`.
    func today(_ now: Instant = .now) -> String {
        let parts = parts(now)
        return String(format: "%04d-%02d-%02d", parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
    }

    /// "1 h 5 min", "12 min", "under a minute"
    static func duration(_ milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        if minutes < 1 { return "under a minute" }
        return minutes < 60
            ? "\(minutes) min" : minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// "0:42:07"
    static func clock(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        return String(format: "%d:%02d:%02d", Int(seconds / 3600), Int(seconds / 60 % 60), Int(seconds % 60))
    }

    private func day(_ parts: DateComponents) -> String {
        "\(parts.day ?? 1) \(Self.months[((parts.month ?? 1) - 1) % 12]) \(parts.year ?? 1970)"
    }

    private func parts(_ instant: Instant) -> DateComponents {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        return calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// "1 student", "12 students"
func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
}
