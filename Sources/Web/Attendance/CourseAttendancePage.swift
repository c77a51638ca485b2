import Classroom
import Pages
import Store

/// Attendance of a course, where a tap corrects it.
struct CourseAttendancePage: Page {
    static let template = "attendance/course"
    let title = "Attendance"
    let course: CourseLink
    let action: String
    let search: String
    let periods: [Choice]
    let belows: [Choice]
    let matrix: AttendanceMatrix
    let hasClasses: Bool
    /// IANA name of the time zone of all dates.
    let timeZone: String
    let earlierHref: String?
    let laterHref: String?
    let previousHref: String?
    let moreHref: String?
    let fileHref: String
    let registerHref: String

    init(_ attendance: CourseAttendance, of course: Course) {
        let query = attendance.query
        self.course = CourseLink(course)
        action = "/courses/\(course.id)/attendance"
        search = query.search
        periods = attendance.periodChoices
        belows = query.belowChoices
        matrix = AttendanceMatrix(attendance, oldestFirst: false)
        hasClasses = !attendance.classes.isEmpty
        timeZone = course.timeZone
        let (span, most) = (attendance.span, CourseAttendance.mostClasses)
        earlierHref = attendance.href(action, from: span.upperBound)
        laterHref = attendance.href(action, from: max(0, span.lowerBound - most))
        let until = ("until", span.lowerBound == 0 ? "" : query.until?.text ?? "")
        let people = attendance.found
        let last = attendance.page.last.map { people[$0].student.id.text }
        moreHref =
            attendance.page.upperBound < people.count
            ? last.map { Web.href("/courses/\(course.id)/attendance", query.parts + [until, ("after", $0)]) } : nil
        previousHref = attendance.page.lowerBound > 0 ? Web.href(action, query.parts + [until]) : nil
        fileHref = Web.href(action + "/export.csv", query.parts)
        registerHref = Web.href(action + "/register", query.parts + [until])
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "action": action.model, "search": search.model,
            "periods": periods.model, "belows": belows.model, "matrix": matrix.model, "hasClasses": hasClasses.model,
            "timeZone": timeZone.model, "earlierHref": earlierHref.model, "laterHref": laterHref.model,
            "previousHref": previousHref.model, "moreHref": moreHref.model, "fileHref": fileHref.model,
            "registerHref": registerHref.model,
        ]
    }
}

extension CourseAttendance {
    fileprivate var periodChoices: [Choice] {
        let months = months.map { month in
            let value = calendar.period(month)
            return Choice(
                value: value, label: "\(WallCalendar.month(month)) \(month.year)", selected: value == query.period)
        }
        return [Choice(value: "", label: "All months", selected: !months.contains(where: \.selected))] + months
    }
}

extension AttendanceQuery {
    fileprivate var belowChoices: [Choice] {
        let all = Set(Self.belows + [below].compactMap { $0 }).sorted(by: >)
        return [Choice(value: "", label: "Everyone", selected: below == nil)]
            + all.map { Choice(value: "\($0)", label: "Present below \($0) %", selected: $0 == below) }
    }
}
