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
    /// Classes to come, for empty boxes.
    let coming: [ClassSession]
    /// Number of empty boxes; `nil` for the attendance as it is.
    let boxes: Int?
    /// Whether it is of the first of those classes alone, and not of the course.
    let isOfClass: Bool
    /// When it is printed.
    let now: Instant

    public init(
        _ attendance: CourseAttendance, of course: CourseLink, timeZone: String, school: String?,
        _ coming: [ClassSession], boxes: Int?, isOfClass: Bool = false, now: Instant
    ) {
        (self.attendance, self.course, self.timeZone, self.school) = (attendance, course, timeZone, school)
        (self.coming, self.boxes, self.isOfClass, self.now) = (coming, boxes, isOfClass, now)
    }

    /// Number of empty boxes that are asked for; `nil` for the attendance as it is.
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
        let session = isOfClass ? coming.first : nil
        let text = session.map { Self.words($0, calendar) } ?? matrix.spanText
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("school", school)
        object.add(
            "headText",
            (text.isEmpty ? "" : text + " · ") + matrix.peopleText + " · Times are in " + timeZone)
        object.add("printedText", calendar.dateAndTime(now))
        object.add("isOfCourse", !isOfClass)
        object.add("matrix", matrix)
        object.add("isEmpty", boxes != nil)
        // Number, name and either the total or the student ID; for a single class a note as well.
        object.add("width", matrix.classes.count + (isOfClass ? 4 : 3))
        object.add("back", session.map { "/classes/" + $0.id.text } ?? query.href(action, until: query.until))
        object.add("action", action + "/register")
        object.add("kept", query.kept)
        object.add("contents", contents)
        object.add("boxes", boxChoices)
        return object.model
    }

    /// Time and place of a class.
    private static func words(_ session: ClassSession, _ calendar: WallCalendar) -> String {
        var text = calendar.dateAndTime(session.plannedAt ?? session.startedAt) + " · " + session.venue
        if !session.address.isEmpty { text += (session.venue.isEmpty ? "" : ", ") + session.address }
        return text
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
