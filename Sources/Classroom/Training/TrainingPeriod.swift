/// Period by which the training log is summed up, in calendar days. Time zones are the caller's concern.
public enum TrainingPeriod: String, CaseIterable, Sendable {
    /// Monday to Sunday (ISO 8601).
    case week
    case month

    /// First day of the period that contains `day`.
    public func start(of day: CalendarDate) -> CalendarDate {
        switch self {
        case .week:
            // 1 January 1970 was a Thursday.
            let sinceMonday = (day.daysSince1970 + 3) % 7
            return CalendarDate(daysSince1970: day.daysSince1970 - (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday))
        case .month: return Self.firstOfMonth(day.year * 12 + day.month - 1)
        }
    }

    /// First day of the period `count` periods after the period of `day`; before it if `count` is negative.
    public func start(_ count: Int, after day: CalendarDate) -> CalendarDate {
        let start = start(of: day)
        return switch self {
        case .week: CalendarDate(daysSince1970: start.daysSince1970 + 7 * count)
        case .month: Self.firstOfMonth(start.year * 12 + start.month - 1 + count)
        }
    }

    /// - Parameter number: month, counted from January of year 0.
    private static func firstOfMonth(_ number: Int) -> CalendarDate {
        CalendarDate(year: number / 12, month: number % 12 + 1, day: 1) ?? CalendarDate(daysSince1970: 0)
    }
}
