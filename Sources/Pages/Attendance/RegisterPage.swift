import Classroom

/// Register to print: attendance of a course, or names with empty boxes.
public final class RegisterPage: Page, DevicePage {
    public static let template = "attendance/register"
    public var title: String { "Register" }
    public var tab: String? { "/courses" }
    let attendance: CourseAttendance
    let course: CourseLink
    /// IANA name of the time zone of all dates.
    let timeZone: String
    /// Name of the school; `nil` while there is none.
    let school: String?
    /// Class that it is of alone, with an empty box for each person unless it is over; `nil` of the course.
    let session: ClassSession?
    /// Classes to come, for empty boxes.
    let coming: [ClassSession]
    /// Number of empty boxes; `nil` for the attendance as it is.
    let boxes: Int?
    /// When it is printed.
    let now: Instant

    public init(
        _ attendance: CourseAttendance, of course: CourseLink, timeZone: String, school: String?,
        at session: ClassSession? = nil, coming: [ClassSession] = [], boxes: Int? = nil, now: Instant
    ) {
        (self.attendance, self.course, self.timeZone, self.school) = (attendance, course, timeZone, school)
        (self.session, self.now) = (session, now)
        // What a class was like is known once it is over.
        let isHeld = session.map { $0.phase == .saved && attendance.span.shown.first?.id == $0.id } ?? false
        (self.coming, self.boxes) = session.map { ([$0], isHeld ? nil : 1) } ?? (coming, boxes)
    }

    /// Number of empty boxes that are asked for, which is the largest if it is none of the others; `nil` for the attendance as
    /// it is.
    ///
    /// - Parameter value: finds a value of the address's query; "" if there is none.
    public static func boxes(_ value: (MemberName) -> String) -> Int? {
        guard value("contents").isSame(as: "empty") else { return nil }
        let (word, most) = (value("boxes"), AttendanceSpan.mostClasses)
        for number in 1..<most where String(number).isSame(as: word) { return number }
        return most
    }

    public var model: Model {
        let (query, calendar) = (attendance.query, attendance.calendar)
        let matrix = AttendanceMatrix(attendance, oldestFirst: true, boxes: boxes, for: coming)
        let action = course.href + "/attendance"
        let text =
            session.map { listed([calendar.dateAndTime($0.plan), $0.placeText]) }
            ?? matrix.spanText
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("school", school)
        let dot = "\u{A0}· "
        object.add(
            "headText", (text.isEmpty ? "" : text + dot) + matrix.peopleText + dot + "Times are in " + timeZone)
        object.add("printedText", calendar.dateAndTime(now))
        object.add("search", query.search.isEmpty ? nil : query.search)
        object.add("below", query.below)
        object.add("isOfCourse", session == nil)
        object.add("matrix", matrix)
        object.add("isEmpty", boxes != nil)
        object.add("hasTotals", boxes == nil && session == nil)
        // Number, name and either the total or the student ID; for a single class a note as well.
        object.add("width", matrix.classes.count + (session == nil ? 3 : 4))
        object.add("back", session.map { "/classes/" + $0.id.text } ?? query.href(action, until: query.until))
        object.add("action", action + "/register")
        object.add("kept", query.kept)
        object.add("contents", session == nil ? contents : [])
        object.add("boxes", session == nil ? boxChoices : [])
        return object.model
    }

    private var contents: [Choice] {
        [
            Choice(value: "", label: "Attendance as it is", selected: boxes == nil),
            Choice(value: "empty", label: "Empty boxes", selected: boxes != nil),
        ]
    }

    private var boxChoices: [Choice] {
        var choices: [Choice] = []
        for less in 0..<AttendanceSpan.mostClasses {
            let number = AttendanceSpan.mostClasses - less
            choices.append(
                Choice(value: String(number), label: counted(number, "class", "classes"), selected: number == boxes))
        }
        return choices
    }
}
