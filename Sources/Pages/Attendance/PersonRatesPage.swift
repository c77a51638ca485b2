import Classroom

/// Attendance of a person: how much of their courses, and week by week.
public final class PersonRatesPage: Page, DevicePage {
    public static let template = "attendance/person"
    public var title: String { "Attendance" }
    public var tab: String? { "/people/" + person.id.text }
    let person: Person
    let known: PersonAttendance
    /// First days of the weeks shown.
    let starts: [CalendarDate]
    let calendar: WallCalendar
    /// That not all there is was taken along; `nil` if it was.
    let onlyText: String?

    public init(
        _ person: Person, _ known: PersonAttendance, _ starts: [CalendarDate], _ calendar: WallCalendar,
        onlyText: String? = nil
    ) {
        (self.person, self.known, self.starts, self.calendar) = (person, known, starts, calendar)
        self.onlyText = onlyText
    }

    private final class CourseRate: Modelled {
        /// `nil` for all courses.
        let course: (id: Identifier, title: String)?
        var (held, attended) = (0, 0)

        init(_ course: (id: Identifier, title: String)?) { self.course = course }

        func count(_ one: AttendedClass) {
            held += 1
            if one.isPresent { attended += 1 }
        }

        var rate: AttendanceRate { AttendanceRate(held: held, attended: attended) }

        var model: Model {
            var object = ModelObject()
            let id = course?.id.text ?? ""
            object.add("id", id)
            object.add("href", "/courses/" + id)
            object.add("title", course?.title)
            object.add(rate)
            return object.model
        }
    }

    public var model: Model {
        let (last, total) = (known.lastSeen, CourseRate(nil))
        // With the newest class first.
        var courses: [CourseRate] = []
        var (missed, weeks) = (0, starts.map { _ in [0, 0] })
        for one in known.classes {
            let monday = TrainingPeriod.week.start(of: calendar.day(of: one.at))
            if let week = starts.firstIndex(of: monday) { weeks[week][one.isPresent ? 0 : 1] += 1 }
            guard let course = one.course else { continue }
            // A class may have begun before its planned time, which counts here.
            if !one.isPresent, last.map({ one.at > $0 }) ?? true { missed += 1 }
            total.count(one)
            let own = courses.first { $0.course?.id == course.id } ?? CourseRate(course)
            if own.held == 0 { courses.append(own) }
            own.count(one)
        }
        var object = ModelObject()
        object.add("title", title)
        object.add("person", PersonView(person))
        object.add("seenText", seenWords(last, missed: missed, isNew: true, calendar))
        object.add("lastSeen", last?.text)
        object.add(total.rate)
        object.add("courses", courses)
        object.add("chart", WeekChart("Classes by week", ["Attended", "Missed"], starts: starts, weeks))
        object.add("onlyText", onlyText)
        return object.model
    }
}

extension AttendanceRate {
    /// "9 of 12".
    var countText: String { grouped(attended) + " of " + grouped(held) }

    /// "75 %"; `nil` without a class.
    var percentText: String? { percent.map { String($0) + "\u{A0}%" } }
}

extension ModelObject {
    /// "9 of 12 classes, 75 %" and the numbers.
    @inline(never)
    fileprivate mutating func add(_ rate: AttendanceRate) {
        add("held", rate.held)
        add("attended", rate.attended)
        add("percent", rate.percent)
        let classes = rate.held == 1 ? " class" : " classes"
        add("rateText", rate.percentText.map { rate.countText + classes + ", " + $0 })
    }
}
