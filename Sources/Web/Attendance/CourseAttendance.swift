import Classroom
import Hummingbird
import Pages
import Store

/// Part of a course's attendance that a request asks for.
struct AttendanceQuery: Sendable {
    let search: String
    /// Month of the classes, as in 2026-11; "" for all.
    let period: String
    /// Per cent of the classes; those who were at less of them are shown. `nil` for everyone.
    let below: Int?
    /// Newest class of the span; `nil` for the newest of all.
    let until: Identifier?
    /// Last person of the page before; `nil` for the first page.
    let after: Identifier?
    /// Addresses keep these.
    let parts: [(String, String)]

    static let belows = [90, 75, 50]

    init(_ request: Request) {
        search = request.query("search")
        period = request.query("period")
        below = Int(request.query("below")).flatMap { (1...100).contains($0) ? $0 : nil }
        until = Identifier(request.query("until"))
        after = Identifier(request.query("after"))
        parts = [("search", search), ("period", period), ("below", below.map(String.init) ?? "")]
    }
}

/// Attendance of a course as the book has it, for a span of its classes.
struct CourseAttendance: Sendable {
    /// Classes across a page and a sheet of paper.
    static let mostClasses = 12
    /// People down a page.
    static let mostOnPage = 200
    /// People of a course.
    static let mostPeople = 1000
    /// Classes in a file.
    static let mostInFile = 200

    let query: AttendanceQuery
    let calendar: WallCalendar
    /// Months with a class, newest first.
    let months: [CalendarDate]
    /// Classes of the period, newest first.
    let classes: [HeldClass]
    /// Place of the span among the classes.
    let span: Range<Int>
    /// People that the query finds, by name.
    let found: [CourseAttendee]
    /// Place of the page among the people.
    let page: Range<Int>
    let states: [Pair: Attendance.State]
    /// Number of ended classes of the period.
    let held: Int

    static func load(
        _ site: Site, _ course: Course, _ query: AttendanceQuery, classes most: Int = mostClasses,
        people mostPeople: Int = mostPeople
    ) async throws -> CourseAttendance {
        let calendar = site.calendar.inZone(of: course)
        let all = try await site.store.heldClasses(of: course.id)
        let months = calendar.months(of: all)
        let isMonth = months.contains { calendar.period($0) == query.period }
        let classes =
            isMonth ? all.filter { calendar.period(calendar.day(of: $0.plannedAt)) == query.period } : all
        let first = classes.firstIndex { $0.id == query.until } ?? 0
        let span = first..<min(first + most, classes.count)
        let held = classes.count { $0.isSaved }
        let people = try await site.store.attendees(of: course.id, classes[...].times, search: query.search)
        let found = query.below.map { below in people.filter { $0.present * 100 < below * held } } ?? people
        let start = found.firstIndex { $0.student.id == query.after }.map { $0 + 1 } ?? 0
        return CourseAttendance(
            query: query, calendar: calendar, months: months, classes: classes, span: span, found: found,
            page: start..<min(start + mostPeople, found.count),
            states: try await site.store.attendance(in: course.id, classes[span].times), held: held)
    }

    /// Address of the page for other classes of the period; `nil` if there are none.
    func href(_ path: String, from first: Int) -> String? {
        guard classes.indices.contains(first), first != span.lowerBound else { return nil }
        return Web.href(path, query.parts + [("until", first == 0 ? "" : classes[first].id.text)])
    }
}

extension ArraySlice<HeldClass> {
    /// Planned starts, of classes that are newest first.
    fileprivate var times: ClosedRange<Instant> {
        guard let newest = first?.plannedAt, let oldest = last?.plannedAt else {
            return Instant(milliseconds: 0)...Instant(milliseconds: 0)
        }
        return Swift.min(oldest, newest)...Swift.max(oldest, newest)
    }
}

extension WallCalendar {
    /// Formats the month of a day as in 2026-11.
    func period(_ day: CalendarDate) -> String { String(day.text.prefix(7)) }

    /// Days in different months, one for each month with a class.
    fileprivate func months(of classes: [HeldClass]) -> [CalendarDate] {
        var months: [CalendarDate] = []
        for day in classes.map({ self.day(of: $0.plannedAt) }) {
            let isKnown = months.last.map { period($0) == period(day) } ?? false
            if !isKnown { months.append(day) }
        }
        return months
    }
}
