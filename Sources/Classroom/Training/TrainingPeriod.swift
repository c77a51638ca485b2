/// What the log is summed up by. Which day it is somewhere is for others to say: these are days of the calendar.
public enum TrainingPeriod: String, CaseIterable, Sendable {
    /// From Monday to Sunday (ISO 8601).
    case week
    case month

    /// The first day of the period that a day is in.
    public func start(of day: CalendarDate) -> CalendarDate {
        switch self {
        case .week:
            // 1 January 1970 was a Thursday.
            let sinceMonday = (day.daysSince1970 + 3) % 7
            return CalendarDate(daysSince1970: day.daysSince1970 - (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday))
        case .month: return Self.firstOfMonth(day.year * 12 + day.month - 1)
        }
    }

    /// The first day of the period so many after that of a day, or before it if fewer than none.
    public func start(_ count: Int, after day: CalendarDate) -> CalendarDate {
        let start = start(of: day)
        return switch self {
        case .week: CalendarDate(daysSince1970: start.daysSince1970 + 7 * count)
        case .month: Self.firstOfMonth(start.year * 12 + start.month - 1 + count)
        }
    }

    /// - Parameter number: of the month, counted from January of the year 0.
    private static func firstOfMonth(_ number: Int) -> CalendarDate {
        CalendarDate(year: number / 12, month: number % 12 + 1, day: 1) ?? CalendarDate(daysSince1970: 0)
    }
}
