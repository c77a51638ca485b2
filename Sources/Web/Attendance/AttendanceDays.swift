import Classroom
import Pages
import Store

/// Days of classes, in words that tell them apart.
struct Days: Sendable {
    private let calendar: WallCalendar
    /// In the order of the classes, newest or oldest first.
    private let times: [Instant]
    /// Days with more than one class.
    private let shared: Set<CalendarDate>

    init(_ calendar: WallCalendar, _ times: [Instant]) {
        self.calendar = calendar
        self.times = times
        shared = Set(Dictionary(grouping: times.map(calendar.day), by: \.self).filter { $1.count > 1 }.keys)
    }

    /// Formats as "12 Mar", or "12 Mar 18:30" where another class is on the same day.
    func text(_ time: Instant) -> String {
        let day = calendar.day(of: time)
        return Self.short(day) + (shared.contains(day) ? " \(self.time(time))" : "")
    }

    func time(_ time: Instant) -> String { calendar.time(time) }

    /// First and last day: "12 Jan – 30 Mar 2026".
    var range: String {
        guard let first = times.min().map(calendar.day), let last = times.max().map(calendar.day) else { return "" }
        let end = "\(Self.short(last)) \(last.year)"
        if first == last { return end }
        return Self.short(first) + (first.year == last.year ? "" : " \(first.year)") + " – " + end
    }

    private static func short(_ day: CalendarDate) -> String { "\(day.day) \(WallCalendar.month(day))" }
}

extension CourseAttendance {
    /// Which classes are shown, numbered from the oldest: "Classes 49–60 of 60, 12 Jan – 30 Mar 2026".
    var spanText: String {
        guard !span.isEmpty else { return "No class has begun yet" }
        let (first, last) = (classes.count - span.upperBound + 1, classes.count - span.lowerBound)
        let range = Days(calendar, classes[span].map(\.plannedAt)).range
        let numbers = first == last ? "Class \(grouped(last))" : "Classes \(grouped(first))–\(grouped(last))"
        return "\(numbers) of \(grouped(classes.count)), \(range)"
    }

    /// How many people are shown: "30 students", "Students 201–400 of 1,000".
    var peopleText: String {
        if page.count == found.count { return counted(found.count, "student", "students") }
        return "Students \(grouped(page.lowerBound + 1))–\(grouped(page.upperBound)) of \(grouped(found.count))"
    }
}
