import Classroom

/// Attendance of a course: people down, classes across. Screen, paper and file show the same.
public final class AttendanceMatrix: Modelled, Sendable {
    public let classes: [Column]
    public let people: [Line]
    /// Number of ended classes of the period.
    public let held: Int
    /// Which classes are shown: "Classes 49–60 of 60, 12 Jan – 30 Mar 2026".
    public let spanText: String
    public let peopleText: String
    let nobody: Bool

    /// Class across the top.
    public final class Column: Modelled, Sendable {
        /// `nil` for an empty column without a class.
        let id: String?
        /// Planned start.
        public let start: Instant?
        /// "12 Mar", with the time where another class is on the same day.
        let dayText: String
        let dateText: String
        let timeText: String
        let present: Int?

        fileprivate init(_ id: Identifier?, _ start: Instant?, _ days: Days, present: Int? = nil) {
            self.id = id?.text
            self.start = start
            dayText = start.map { days.text($0) } ?? ""
            dateText = start.map { days.date($0) } ?? ""
            timeText = start.map { days.calendar.time($0) } ?? ""
            self.present = present
        }

        public var model: Model {
            var object = ModelObject()
            object.add("id", id)
            object.add("href", id.map { "/classes/" + $0 })
            object.add("start", start?.text)
            object.add("dayText", dayText)
            object.add("dateText", dateText)
            object.add("timeText", timeText)
            object.add("present", present)
            object.add("presentText", present.map { grouped($0) })
            return object.model
        }
    }

    /// Person with their attendance.
    public final class Line: Modelled, Sendable {
        let number: Int
        public let student: Person
        /// Of the ended classes that count for the person.
        public let rate: AttendanceRate
        public let marks: [Cell]

        fileprivate init(_ number: Int, _ one: CourseAttendee, at ends: [Instant], _ marks: [Cell]) {
            (self.number, student, self.marks) = (number, one.student, marks)
            rate = one.rate(ends)
        }

        public var model: Model {
            var object = ModelObject()
            let id = student.id.text
            object.add("number", number)
            object.add("id", id)
            object.add("href", "/people/" + id)
            object.add("name", student.name.full)
            object.add("studentID", student.studentID)
            object.add("present", rate.attended)
            object.add("held", rate.held)
            object.add("percent", rate.percent)
            object.add("totalText", rate.countText)
            object.add("percentText", rate.percentText)
            object.add("marks", marks)
            return object.model
        }
    }

    /// Attendance of a person at a class.
    public final class Cell: Modelled, Sendable {
        /// `nil` if there is no mark.
        public let state: Attendance.State?
        let dayText: String
        /// Whether the box is empty, for a pen.
        let isBlank: Bool

        fileprivate init(_ state: Attendance.State?, _ dayText: String, isBlank: Bool) {
            (self.state, self.dayText, self.isBlank) = (state, dayText, isBlank)
        }

        private var words: (sign: String, word: String) {
            switch state {
            case .present: ("✓", "present")
            case .absent: ("✕", "absent")
            case .unconfirmed: ("?", "needs confirmation")
            case nil: isBlank ? ("", "") : ("·", "no mark")
            }
        }

        public var model: Model {
            var object = ModelObject()
            object.add("state", state?.rawValue ?? "none")
            object.add("sign", words.sign)
            object.add("word", words.word)
            object.add("dayText", dayText)
            return object.model
        }
    }

    /// - Parameters:
    ///   - oldestFirst: order of the classes on paper; on a screen the newest is beside the name.
    ///   - boxes: number of empty boxes, for a pen; `nil` for the attendance as it is.
    ///   - coming: classes to come, which the boxes are for.
    public init(
        _ attendance: CourseAttendance, oldestFirst: Bool, boxes: Int? = nil, for coming: [ClassSession] = []
    ) {
        let shown = attendance.span.shown
        let order = oldestFirst ? shown.reversed() : shown
        var times = boxes == nil ? order.map { $0.plannedAt } : coming.compactMap { $0.plannedAt }
        if let boxes { times = Array(times.prefix(boxes)) }
        let days = Days(attendance.calendar, times)
        var classes: [Column] = []
        for place in 0..<(boxes ?? order.count) {
            if boxes == nil {
                classes.append(Column(order[place].id, order[place].plannedAt, days, present: order[place].present))
            } else {
                let session = place < coming.count ? coming[place] : nil
                classes.append(Column(session?.id, session?.plannedAt, days))
            }
        }
        var people: [Line] = []
        for place in attendance.first..<attendance.end {
            let one = attendance.found[place]
            var marks: [Cell] = []
            for column in classes.indices {
                let state = boxes == nil ? attendance.state(order[column].id, one.student.id) : nil
                marks.append(Cell(state, classes[column].dayText, isBlank: boxes != nil))
            }
            people.append(Line(place + 1, one, at: attendance.ends, marks))
        }
        (self.classes, self.people, held) = (classes, people, attendance.ends.count)
        spanText = boxes == nil ? attendance.span.text : days.range
        peopleText = attendance.peopleText
        nobody = attendance.found.isEmpty
    }

    public var model: Model {
        var object = ModelObject()
        object.add("classes", classes)
        object.add("people", people)
        object.add("held", held)
        object.add("spanText", spanText)
        object.add("peopleText", peopleText)
        object.add("nobody", nobody)
        return object.model
    }
}
