import Classroom

/// Formatting of times and durations for people, in a time zone.
public struct WallCalendar: Sendable {
    /// IANA name of the time zone.
    public let timeZone: String
    /// Seconds that clocks are ahead of UTC, at seconds since 1970. Each platform knows time zones in its own way. On a device
    /// an `Int` has 32 bits, and the seconds do not fit from 2038 on.
    private let ahead: @Sendable (Int64) -> Int

    public init(timeZone: String, ahead: @escaping @Sendable (Int64) -> Int) {
        self.timeZone = timeZone
        self.ahead = ahead
    }

    /// Formats as "Tue 3 Nov 2026, 18:30".
    public func dateAndTime(_ instant: Instant) -> String {
        let wall = wall(instant)
        // 1 January 1970 was a Thursday.
        let weekday = Self.weekdays[((wall.day.daysSince1970 + 4) % 7 + 7) % 7]
        return weekday + " " + Self.text(wall.day) + ", " + Self.time(wall.minute)
    }

    /// Formats as "November 2026".
    public func monthAndYear(_ instant: Instant) -> String {
        let day = wall(instant).day
        return Self.longMonths[(day.month - 1) % 12] + " " + String(day.year)
    }

    /// Formats as "18:30".
    public func time(_ instant: Instant) -> String {
        Self.time(wall(instant).minute)
    }

    /// Formats the end of what began at a moment: "19:35", or with its date if that is another day.
    public func end(_ end: Instant, of start: Instant) -> String {
        day(of: end) == day(of: start) ? time(end) : dateAndTime(end)
    }

    /// Formats as "18:30", or "18:30:15.250" unless a whole minute.
    public func clock(_ instant: Instant) -> String {
        let rest = (instant.milliseconds % 60_000 + 60_000) % 60_000
        if rest == 0 { return time(instant) }
        let seconds = time(instant) + ":" + padded(rest / 1000, 2)
        return rest % 1000 == 0 ? seconds : seconds + "." + padded(rest % 1000, 3)
    }

    /// Formats `2026-11-03` as "3 Nov 2026".
    public func day(_ text: String) -> String {
        guard let date = CalendarDate(text) else { return text }
        return Self.text(date)
    }

    /// Current day, as `2026-11-03`.
    public func today(_ now: Instant) -> String { day(of: now).text }

    /// Day of a moment.
    public func day(of instant: Instant) -> CalendarDate {
        let day = wall(instant).day
        return CalendarDate(year: day.year, month: day.month, day: day.day) ?? CalendarDate(daysSince1970: 0)
    }

    /// First moment of a day, which is not midnight if clocks go forward then.
    public func start(of day: CalendarDate) -> Instant { moment(day, hour: 0) }

    /// Moment of a local time. An ambiguous time, when clocks go back, is the first; a skipped time, when they go
    /// forward, moves forward by as much.
    public func moment(_ day: CalendarDate, hour: Int, minute: Int = 0, second: Int = 0) -> Instant {
        let wall = Int64(day.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        let (before, after) = (ahead(wall - 86_400), ahead(wall + 86_400))
        let (first, other) = (wall - Int64(before), wall - Int64(after))
        let seconds = ahead(first) == before ? first : ahead(other) == after ? other : first
        return Instant(milliseconds: seconds * 1000)
    }

    /// Offset from UTC, as in "+01:00".
    public func offset(_ instant: Instant) -> String {
        let minutes = ahead(Self.seconds(instant)) / 60
        let (hours, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
        return (minutes < 0 ? "-" : "+") + Self.two(Int(hours)) + ":" + Self.two(Int(rest))
    }
}

extension WallCalendar {
    /// Formats a duration: "1 h 5 min", "12 min", "under a minute".
    public static func duration(_ milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        if minutes < 1 { return "under a minute" }
        let (hours, rest) = (String(minutes / 60) + " h", String(minutes % 60) + " min")
        return minutes < 60 ? rest : minutes % 60 == 0 ? hours : hours + " " + rest
    }

    /// Formats the duration of a class in minutes that add up: with its pause, to the time from its start to its end.
    public static func duration(_ worked: Int64, paused: Int64, from start: Instant, to end: Instant) -> String {
        if worked < 60_000 { return duration(worked) }
        let minutes = end.milliseconds / 60_000 - start.milliseconds / 60_000 - (paused + 30_000) / 60_000
        return duration(max(1, minutes) * 60_000)
    }

    /// Formats the pause of a class.
    public static func pause(_ milliseconds: Int64) -> String {
        milliseconds == 0 ? "none" : duration((milliseconds + 30_000) / 60_000 * 60_000)
    }

    /// Formats a duration: "0:42:07".
    public static func clock(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        return String(seconds / 3600) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
    }

    /// Short name of the month: "Nov".
    public static func month(_ day: CalendarDate) -> String { months[(day.month - 1) % 12] }

    private static func text(_ day: CalendarDate) -> String {
        String(day.day) + " " + month(day) + " " + String(day.year)
    }

    private static func time(_ minute: Int) -> String { two(minute / 60) + ":" + two(minute % 60) }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    /// Whole seconds since 1970.
    private static func seconds(_ instant: Instant) -> Int64 {
        instant.milliseconds / 1000 - (instant.milliseconds % 1000 < 0 ? 1 : 0)
    }

    /// Day and minute of the day.
    private func wall(_ instant: Instant) -> (day: CalendarDate, minute: Int) {
        let utc = Self.seconds(instant)
        let seconds = utc + Int64(ahead(utc))
        let ofDay = (seconds % 86_400 + 86_400) % 86_400
        return (CalendarDate(daysSince1970: Int(clamping: (seconds - ofDay) / 86_400)), Int(ofDay / 60))
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

/// Formatting of temperatures for people.
public enum Temperature {
    /// Formats a temperature: "21 °C".
    ///
    /// - Parameter celsius: degrees Celsius; `nil` if unknown.
    public static func words(_ celsius: Double?) -> String {
        guard let degrees = celsius.flatMap({ Int(nearest: $0) }) else { return "unavailable" }
        // With a minus sign, not a hyphen.
        return (degrees < 0 ? "−" : "") + String(Int64(clamping: degrees.magnitude)) + " °C"
    }
}
