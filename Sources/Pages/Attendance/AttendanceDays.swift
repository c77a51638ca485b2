import Classroom

/// Days of classes, in words that tell them apart.
struct Days: Sendable {
    let calendar: WallCalendar
    /// In order, newest or oldest first.
    private let times: [Instant]
    private let days: [String]

    init(_ calendar: WallCalendar, _ times: [Instant]) {
        (self.calendar, self.times) = (calendar, times)
        days = times.map { calendar.day(of: $0).text }
    }

    /// Formats as "12 Mar".
    func date(_ time: Instant) -> String { Self.short(calendar.day(of: time)) }

    /// Formats as "12 Mar", or "12 Mar 18:30" where another class is on the same day.
    func text(_ time: Instant) -> String {
        let day = calendar.day(of: time)
        let isShared = days.count { $0.isSame(as: day.text) } > 1
        return Self.short(day) + (isShared ? " " + calendar.time(time) : "")
    }

    /// First and last day: "12 Jan – 30 Mar 2026".
    var range: String {
        guard let one = times.first, let other = times.last else { return "" }
        let (first, last) = (calendar.day(of: min(one, other)), calendar.day(of: max(one, other)))
        let end = Self.long(last)
        if first == last { return end }
        return (first.year == last.year ? Self.short(first) : Self.long(first)) + " – " + end
    }

    @inline(never)
    private static func short(_ day: CalendarDate) -> String { String(day.day) + " " + WallCalendar.month(day) }

    @inline(never)
    private static func long(_ day: CalendarDate) -> String { short(day) + " " + String(day.year) }
}

extension AttendanceSpan {
    /// Which classes are shown, numbered from the oldest: "Classes 49–60 of 60, 12 Jan – 30 Mar 2026".
    var text: String {
        guard first < end else { return "No class has begun yet" }
        let (oldest, newest) = (classes.count - end + 1, classes.count - first)
        let numbers = Self.numbers(oldest, newest, of: classes.count)
        let range = Days(calendar, shown.map { $0.plannedAt }).range
        return (oldest == newest ? "Class " : "Classes ") + numbers + ", " + range
    }

    /// Formats as "60 of 60" or "49–60 of 60".
    @inline(never)
    static func numbers(_ first: Int, _ last: Int, of all: Int) -> String {
        (first == last ? "" : grouped(first) + "–") + grouped(last) + " of " + grouped(all)
    }
}

extension CourseAttendance {
    /// How many people are shown: "30 students", "Students 201–400 of 1,000".
    var peopleText: String {
        if end - first == found.count { return counted(found.count, "student", "students") }
        return "Students " + AttendanceSpan.numbers(first + 1, end, of: found.count)
    }
}
