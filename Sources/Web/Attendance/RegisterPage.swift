import Classroom
import Pages
import Store

/// Register to print: attendance of a course, or names with empty boxes.
struct RegisterPage: Page {
    static let template = "attendance/register"
    let title = "Register"
    var tab: String? { "/courses" }
    let course: CourseLink
    /// Name of the school; `nil` while there is none.
    let school: String?
    /// Which classes and people, in which time zone, and when it was printed.
    let headText: String
    /// Whether the register is of the course, not of a single class.
    let isOfCourse: Bool
    let matrix: AttendanceMatrix
    /// Whether the boxes are empty.
    let isEmpty: Bool
    /// Number of the table's columns.
    let width: Int
    let back: String
    let action: String
    /// What the register keeps while it is changed.
    let kept: [Choice]
    let contents: [Choice]
    let boxes: [Choice]

    /// - Parameter boxes: number of empty boxes; `nil` for the attendance as it is.
    init(
        _ attendance: CourseAttendance, of course: Course, _ coming: [ClassSession], boxes count: Int?, _ site: Site
    ) {
        let matrix =
            count.map { AttendanceMatrix(attendance, boxesFor: coming, $0) }
            ?? AttendanceMatrix(attendance, oldestFirst: true)
        let path = "/courses/\(course.id)/attendance"
        let query = attendance.query
        self.init(
            course, matrix, isEmpty: count != nil, site, attendance.calendar,
            back: query.href(path, until: query.until), action: path + "/register", kept: query.kept,
            contents: [
                Choice(value: "", label: "Attendance as it is", selected: count == nil),
                Choice(value: "empty", label: "Empty boxes", selected: count != nil),
            ],
            boxes: (1...AttendanceSpan.mostClasses).reversed().map {
                Choice(value: "\($0)", label: counted($0, "class", "classes"), selected: $0 == count)
            })
    }

    /// Register of a single class, with empty boxes.
    init(_ attendance: CourseAttendance, of course: Course, at session: ClassSession, _ site: Site) {
        let calendar = attendance.calendar
        let place = [session.venue, session.address].filter { !$0.isEmpty }.joined(separator: ", ")
        self.init(
            course, AttendanceMatrix(attendance, boxesFor: [session], 1), isEmpty: true, site, calendar,
            back: "/classes/\(session.id)", action: "",
            classText: calendar.dateAndTime(session.plannedAt ?? session.startedAt) + " · " + place)
    }

    private init(
        _ course: Course, _ matrix: AttendanceMatrix, isEmpty: Bool, _ site: Site, _ calendar: WallCalendar,
        back: String, action: String, kept: [Choice] = [], contents: [Choice] = [], boxes: [Choice] = [],
        classText: String? = nil
    ) {
        self.course = CourseLink(course)
        school = site.school.name
        headText = [
            classText ?? matrix.spanText, matrix.peopleText, "Times are in \(course.timeZone)",
            "Printed \(calendar.dateAndTime(.now))",
        ].filter { !$0.isEmpty }.joined(separator: " · ")
        isOfCourse = classText == nil
        self.matrix = matrix
        self.isEmpty = isEmpty
        // Number, name and either the total or the student ID; for a single class a note as well.
        width = matrix.classes.count + (classText == nil ? 3 : 4)
        (self.back, self.action, self.kept) = (back, action, kept)
        (self.contents, self.boxes) = (contents, boxes)
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "school": school.model, "headText": headText.model,
            "isOfCourse": isOfCourse.model, "matrix": matrix.model,
            "isEmpty": isEmpty.model, "width": width.model, "back": back.model, "action": action.model,
            "kept": kept.model, "contents": contents.model, "boxes": boxes.model,
        ]
    }
}
