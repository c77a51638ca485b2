import Classroom

/// Part of a course's attendance that is asked for.
public final class AttendanceQuery: Sendable {
    public let search: String
    /// Month of the classes, as in 2026-11; "" for all.
    let period: String
    /// Per cent of the classes; those who were at less of them are shown. `nil` for everyone.
    let below: Int?
    /// Newest class of the span; `nil` for the newest of all.
    public let until: Identifier?
    /// Last person of the page before; `nil` for the first page.
    let after: Identifier?

    static let belows = [90, 75, 50]

    /// - Parameter value: finds a value of the address's query; "" if there is none.
    public init(_ value: (MemberName) -> String) {
        let word = value("below")
        var below: Int?
        for number in 1...100 where String(number).isSame(as: word) { below = number }
        (search, period, self.below) = (value("search"), value("period"), below)
        (until, after) = (Identifier(value("until")), Identifier(value("after")))
    }

    /// A class alone.
    public convenience init(of session: Identifier) {
        self.init { $0.isSame(as: "until") ? session.text : "" }
    }

    /// What an address keeps of this.
    ///
    /// - Parameters:
    ///   - session: newest class of the span.
    ///   - person: last one of the page before.
    @inline(never)
    public func href(_ path: String, until session: Identifier? = nil, after person: Identifier? = nil) -> String {
        var address = Address(path)
        address.add("search", search)
        address.add("period", period)
        address.add("below", below.map { String($0) } ?? "")
        address.add("until", session?.text ?? "")
        address.add("after", person?.text ?? "")
        return address.text
    }

    /// Values that a form keeps.
    public var kept: [Choice] {
        var kept: [Choice] = []
        func keep(_ name: String, _ value: String) {
            if !value.isEmpty { kept.append(Choice(value: value, label: name, selected: true)) }
        }
        keep("search", search)
        keep("period", period)
        keep("below", below.map { String($0) } ?? "")
        keep("until", until?.text ?? "")
        return kept
    }
}

/// Classes of a course's attendance.
public final class AttendanceSpan: Sendable {
    /// Classes across a page and a sheet of paper.
    public static let mostClasses = 12

    let query: AttendanceQuery
    let calendar: WallCalendar
    /// Months with a class, newest first: "2026-11".
    let months: [String]
    /// Whether the classes are those of one of the months.
    let isMonth: Bool
    /// Classes of the period, newest first.
    let classes: [HeldClass]
    /// Place of the span among the classes.
    let first: Int
    let end: Int

    /// - Parameters:
    ///   - all: classes of the course that have begun, newest first.
    ///   - most: number of classes in the span.
    public init(
        _ query: AttendanceQuery, _ calendar: WallCalendar, of all: [HeldClass], classes most: Int = mostClasses
    ) {
        var (months, own): ([String], [String]) = ([], [])
        for one in all {
            let month = Self.month(of: calendar.day(of: one.plannedAt))
            own.append(month)
            if !(months.last?.isSame(as: month) ?? false) { months.append(month) }
        }
        let isMonth = months.contains { $0.isSame(as: query.period) }
        var classes: [HeldClass] = []
        for place in all.indices where !isMonth || own[place].isSame(as: query.period) { classes.append(all[place]) }
        (self.query, self.calendar, self.classes) = (query, calendar, classes)
        (self.months, self.isMonth) = (months, isMonth)
        first = classes.firstIndex { $0.id == query.until } ?? 0
        end = min(first + most, classes.count)
    }

    /// Classes of the span, newest first.
    var shown: [HeldClass] { Array(classes[first..<end]) }

    /// Planned starts of the classes of the period, which totals count.
    public var counted: ClosedRange<Instant> { Self.times(classes) }

    /// Planned starts of the classes of the span.
    public var times: ClosedRange<Instant> { Self.times(shown) }

    /// - Parameter classes: newest first.
    private static func times(_ classes: [HeldClass]) -> ClosedRange<Instant> {
        let newest = classes.first?.plannedAt ?? Instant(milliseconds: 0)
        return (classes.last?.plannedAt ?? newest)...newest
    }

    private static func month(of day: CalendarDate) -> String {
        padded(Int64(day.year), 4) + "-" + padded(Int64(day.month), 2)
    }

    /// Address of the page for other classes of the period; `nil` if there are none.
    func href(_ path: String, from first: Int) -> String? {
        guard classes.indices.contains(first), first != self.first else { return nil }
        return query.href(path, until: first == 0 ? nil : classes[first].id)
    }
}

/// Attendance of a course as the book has it, for a span of its classes.
public final class CourseAttendance: Sendable {
    /// People down a page.
    public static let mostOnPage = 200
    /// People of a course.
    public static let mostPeople = 1000
    /// Classes in a file.
    public static let mostInFile = 200

    let span: AttendanceSpan
    /// People that the query finds, by name.
    let found: [CourseAttendee]
    /// Place of the page among the people.
    let first: Int
    let end: Int
    /// Ends of the classes of the period.
    let ends: [Instant]
    /// Attendance of a person at a class; `nil` if there is no mark.
    let state: @Sendable (_ session: Identifier, _ person: Identifier) -> Attendance.State?

    public var query: AttendanceQuery { span.query }
    public var calendar: WallCalendar { span.calendar }

    /// - Parameters:
    ///   - people: those whom the search finds, by name.
    ///   - most: number of people on a page.
    public init(
        _ span: AttendanceSpan, _ people: [CourseAttendee], people most: Int = mostPeople,
        state: @escaping @Sendable (_ session: Identifier, _ person: Identifier) -> Attendance.State?
    ) {
        let ends = span.classes.compactMap { $0.endedAt }
        var found = people
        if let below = span.query.below {
            found = people.filter { one in
                let rate = one.rate(ends)
                return rate.attended * 100 < below * rate.held
            }
        }
        first = found.firstIndex { $0.student.id == span.query.after }.map { $0 + 1 } ?? 0
        end = min(first + most, found.count)
        (self.span, self.ends, self.found, self.state) = (span, ends, found, state)
    }
}
