/// Moment in time, in milliseconds since 1 January 1970, 00:00 UTC.
public struct Instant: Hashable, Sendable, Comparable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Parses an RFC 3339 date and time (`2026-11-03T18:30:00.250+01:00`); `nil` for anything else.
    ///
    /// Digits beyond milliseconds are dropped; a leap second counts as the second before.
    public init?(_ text: String) {
        var scanner = DigitScanner(text)
        guard
            let year = scanner.number(digits: 4), scanner.skip("-"),
            let month = scanner.number(digits: 2), scanner.skip("-"),
            let day = scanner.number(digits: 2), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
            let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":"),
            let second = scanner.number(digits: 2), second <= 60,
            let fraction = scanner.milliseconds(),
            let offset = scanner.offset(), scanner.isAtEnd,
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + min(second, 59) - offset * 60
        self.init(milliseconds: (Int64(date.daysSince1970) * 86_400 + Int64(seconds)) * 1000 + Int64(fraction))
    }

    /// RFC 3339 text in UTC with milliseconds: `2026-11-03T17:30:00.250Z`.
    public var text: String {
        let (_, rest) = Self.divide(milliseconds, by: 86_400_000)
        let clock = [
            padded(rest / 3_600_000, 2), padded(rest / 60_000 % 60, 2), padded(rest / 1000 % 60, 2),
        ]
        return date.text + "T" + clock[0] + ":" + clock[1] + ":" + clock[2] + "." + padded(rest % 1000, 3) + "Z"
    }

    /// The day in UTC.
    public var date: CalendarDate {
        CalendarDate(daysSince1970: Int(clamping: Self.divide(milliseconds, by: 86_400_000).0))
    }

    public static func < (one: Instant, other: Instant) -> Bool { one.milliseconds < other.milliseconds }

    /// Milliseconds elapsed since `start`; never negative.
    public func since(_ start: Instant) -> Int64 {
        guard milliseconds > start.milliseconds else { return 0 }
        let (time, isTooMuch) = milliseconds.subtractingReportingOverflow(start.milliseconds)
        return isTooMuch ? Int64.max : time
    }

    /// Milliseconds between two times, whichever comes first.
    func gap(to other: Instant) -> Int64 { max(since(other), other.since(self)) }

    /// The moment so much later, or the last or first there is.
    public func adding(milliseconds more: Int64) -> Instant {
        let (sum, isTooMuch) = milliseconds.addingReportingOverflow(more)
        return Instant(milliseconds: isTooMuch ? (more < 0 ? Int64.min : Int64.max) : sum)
    }

    private static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let remainder = number % divisor
        return remainder < 0 ? (number / divisor - 1, remainder + divisor) : (number / divisor, remainder)
    }
}

extension Instant: CustomStringConvertible {
    public var description: String { text }
}

/// Returns the decimal number, padded with zeros to `width` digits.
public func padded(_ number: Int64, _ width: Int) -> String {
    var digits = String(number)
    while digits.utf8.count < width { digits = "0" + digits }
    return digits
}
