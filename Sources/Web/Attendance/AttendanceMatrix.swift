import Classroom
import Pages
import Store

/// Attendance of a course: people down, classes across. Screen, paper and file show the same.
struct AttendanceMatrix: Modelled, Sendable {
    let classes: [Column]
    let people: [Line]
    /// Number of ended classes of the period, of which totals count.
    let held: Int
    /// Which classes are shown: "Classes 49–60 of 60, 12 Jan – 30 Mar 2026".
    let spanText: String
    let peopleText: String
    let nobody: Bool

    /// Class across the top.
    struct Column: Modelled, Sendable {
        /// `nil` for an empty column without a class.
        let id: String?
        let href: String?
        let start: String?
        let dayText: String
        let timeText: String
        let present: Int?
        let presentText: String?

        var model: Model {
            [
                "id": id.model, "href": href.model, "start": start.model, "dayText": dayText.model,
                "timeText": timeText.model, "present": present.model, "presentText": presentText.model,
            ]
        }
    }

    /// Person with their attendance.
    struct Line: Modelled, Sendable {
        let number: Int
        let id: String
        let href: String
        let name: String
        let studentID: String?
        let present: Int
        /// Per cent of the ended classes, rounded down; `nil` without any.
        let percent: Int?
        let totalText: String
        let percentText: String?
        let marks: [Cell]

        var model: Model {
            [
                "number": number.model, "id": id.model, "href": href.model, "name": name.model,
                "studentID": studentID.model, "present": present.model, "percent": percent.model,
                "totalText": totalText.model, "percentText": percentText.model, "marks": marks.model,
            ]
        }
    }

    /// Attendance of a person at a class.
    struct Cell: Modelled, Sendable {
        /// present, absent, unconfirmed or none.
        let state: String
        let sign: String
        let word: String
        let dayText: String

        var model: Model {
            ["state": state.model, "sign": sign.model, "word": word.model, "dayText": dayText.model]
        }
    }

    var model: Model {
        [
            "classes": classes.model, "people": people.model, "held": held.model, "spanText": spanText.model,
            "peopleText": peopleText.model, "nobody": nobody.model,
        ]
    }
}

extension AttendanceMatrix {
    /// - Parameter oldestFirst: order of the classes on paper; on a screen the newest is beside the name.
    init(_ attendance: CourseAttendance, oldestFirst: Bool) {
        let shown = Array(attendance.classes[attendance.span])
        let days = Days(attendance.calendar, shown.map(\.plannedAt))
        let order = oldestFirst ? shown.reversed() : shown
        classes = order.map { Column($0, days) }
        held = attendance.held
        let first = attendance.page.lowerBound + 1
        people = zip(first..., attendance.found[attendance.page]).map { number, one in
            let marks = order.map { session in
                Cell(attendance.states[Pair(session.id, one.student.id)], days.text(session.plannedAt))
            }
            return Line(number, one, of: attendance.held, marks)
        }
        spanText = attendance.spanText
        peopleText = attendance.peopleText
        nobody = attendance.found.isEmpty
    }

    /// Empty boxes for classes to come.
    init(_ attendance: CourseAttendance, boxesFor coming: [ClassSession], _ count: Int) {
        let times = coming.prefix(count).compactMap(\.plannedAt)
        let days = Days(attendance.calendar, times)
        let planned = zip(coming, times).map { Column($0.id, $1, days) }
        classes = planned + Array(repeating: Column.blank, count: count - planned.count)
        held = attendance.held
        let boxes = classes.map { Cell.box($0.dayText) }
        people = zip(1..., attendance.found).map { Line($0, $1, of: attendance.held, boxes) }
        spanText = times.isEmpty ? "" : days.range
        peopleText = attendance.peopleText
        nobody = attendance.found.isEmpty
    }
}

extension AttendanceMatrix.Column {
    static let blank = AttendanceMatrix.Column(
        id: nil, href: nil, start: nil, dayText: "", timeText: "", present: nil, presentText: nil)

    fileprivate init(_ session: HeldClass, _ days: Days) {
        self.init(session.id, session.plannedAt, days, present: session.present)
    }

    fileprivate init(_ session: Identifier, _ time: Instant, _ days: Days, present: Int? = nil) {
        id = session.text
        href = "/classes/\(session)"
        start = time.text
        dayText = days.text(time)
        timeText = days.time(time)
        self.present = present
        presentText = present.map { grouped($0) }
    }
}

extension AttendanceMatrix.Line {
    fileprivate init(_ number: Int, _ one: CourseAttendee, of held: Int, _ marks: [AttendanceMatrix.Cell]) {
        let student = one.student
        self.number = number
        id = student.id.text
        href = "/people/\(student.id)"
        name = student.name.full
        studentID = student.studentID
        present = one.present
        percent = AttendanceRate(held: held, attended: one.present).percent
        totalText = "\(grouped(one.present)) of \(grouped(held))"
        percentText = percent.map { "\($0)\u{A0}%" }
        self.marks = marks
    }
}

extension AttendanceMatrix.Cell {
    static func box(_ dayText: String) -> Self { .init(state: "none", sign: "", word: "", dayText: dayText) }

    init(_ found: Attendance.State?, _ dayText: String) {
        state = found?.rawValue ?? "none"
        self.dayText = dayText
        (sign, word) =
            switch found {
            case .present: ("✓", "present")
            case .absent: ("✕", "absent")
            case .unconfirmed: ("?", "needs confirmation")
            case nil: ("·", "no mark")
            }
    }
}
