import Classroom

/// Attendance of a course, where a tap corrects it.
public final class CourseAttendancePage: Page, DevicePage {
    public static let template = "attendance/course"
    public var title: String { "Attendance" }
    let attendance: CourseAttendance
    let course: CourseLink
    /// IANA name of the time zone of all dates.
    let timeZone: String
    /// That not all there is was taken along; `nil` if it was.
    let onlyText: String?

    public init(_ attendance: CourseAttendance, of course: CourseLink, timeZone: String, onlyText: String? = nil) {
        (self.attendance, self.course, self.timeZone, self.onlyText) = (attendance, course, timeZone, onlyText)
    }

    public var model: Model {
        let (span, query) = (attendance.span, attendance.query)
        let (people, end) = (attendance.found, attendance.end)
        let action = course.href + "/attendance"
        let until = span.first == 0 ? nil : query.until
        let last = end > attendance.first && end < people.count ? people[end - 1].student.id : nil
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("action", action)
        object.add("search", query.search)
        object.add("periods", span.periodChoices)
        object.add("belows", query.belowChoices)
        object.add("matrix", AttendanceMatrix(attendance, oldestFirst: false))
        object.add("isNarrowed", !query.search.isEmpty || query.below != nil)
        object.add("hasClasses", !span.classes.isEmpty)
        object.add("timeZone", timeZone)
        object.add("earlierHref", span.href(action, from: span.end))
        object.add("laterHref", span.href(action, from: max(0, span.first - AttendanceSpan.mostClasses)))
        object.add("previousHref", attendance.first > 0 ? query.href(action, until: until) : nil)
        object.add("moreHref", last.map { query.href(action, until: until, after: $0) })
        object.add("fileHref", query.href(action + "/export.csv"))
        object.add("registerHref", query.href(action + "/register", until: until))
        object.add("onlyText", onlyText)
        return object.model
    }
}

extension AttendanceSpan {
    fileprivate var periodChoices: [Choice] {
        var choices = [Choice(value: "", label: "All months", selected: !isMonth)]
        for month in months {
            let day = CalendarDate(month + "-01") ?? CalendarDate(daysSince1970: 0)
            let label = WallCalendar.month(day) + " " + String(day.year)
            choices.append(Choice(value: month, label: label, selected: month.isSame(as: query.period)))
        }
        return choices
    }
}

extension AttendanceQuery {
    fileprivate var belowChoices: [Choice] {
        var choices = [Choice(value: "", label: "Everyone", selected: below == nil)]
        for less in 0..<100 where 100 - less == below || Self.belows.contains(100 - less) {
            let number = String(100 - less)
            choices.append(
                Choice(value: number, label: "Present below " + number + " %", selected: 100 - less == below))
        }
        return choices
    }
}
