import Classroom

/// Students of a course by how long they were not seen, and how many came week by week.
public final class CourseRatesPage: Page, DevicePage {
    public static let template = "attendance/rates"
    public var title: String { "Who Comes" }
    let course: CourseLink
    let students: [StudentRateView]
    /// Number of classes that were held.
    let held: Int
    let chart: WeekChart

    final class StudentRateView: Modelled, Sendable {
        let person: PersonView
        /// Start of the class at which the student was last present.
        let lastSeen: Instant?
        let seenText: String
        let rate: AttendanceRate

        /// - Parameters:
        ///   - ends: of the classes.
        ///   - since: beginning of the half year.
        fileprivate init(
            _ one: CourseAttendee, at classes: [HeldClass], _ ends: [Instant], since: Instant, _ calendar: WallCalendar
        ) {
            (lastSeen, rate) = (one.lastSeen, one.rate(ends))
            let missed = one.lastSeen.map { last in classes.filter { $0.plannedAt > last }.count } ?? rate.held
            person = PersonView(one.student)
            let isNew = rate.held == 0 || one.joined.map { $0 >= since } ?? true
            seenText = seenWords(one.lastSeen, missed: min(missed, rate.held), isNew: isNew, calendar)
        }

        var model: Model {
            var object = ModelObject()
            object.add("person", person)
            object.add("lastSeen", lastSeen?.text)
            object.add("seenText", seenText)
            object.add("held", rate.held)
            object.add("attended", rate.attended)
            object.add("percent", rate.percent)
            object.add("percentText", rate.percentText)
            object.add("countText", rate.countText)
            return object.model
        }
    }

    /// - Parameters:
    ///   - starts: first days of the weeks shown, in which the classes were held.
    ///   - since: when the first of them begins.
    public init(
        _ rates: CourseRates, of course: CourseLink, _ starts: [CalendarDate], since: Instant, _ calendar: WallCalendar
    ) {
        (self.course, held) = (course, rates.classes.count)
        let ends = rates.classes.compactMap { $0.endedAt }
        students = rates.students.map { StudentRateView($0, at: rates.classes, ends, since: since, calendar) }
        var present = starts.map { _ in [0] }
        for one in rates.classes {
            let monday = TrainingPeriod.week.start(of: calendar.day(of: one.plannedAt))
            if let week = starts.firstIndex(of: monday) { present[week][0] += one.present }
        }
        chart = WeekChart("Present by week", ["Present"], starts: starts, present)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("students", students)
        object.add("held", held)
        object.add("heldText", counted(held, "class", "classes"))
        object.add("nobody", students.isEmpty)
        object.add("chart", chart)
        return object.model
    }
}

/// Words for when somebody was last seen, in half a year.
///
/// - Parameters:
///   - missed: number of classes since then; of one alone nothing is said.
///   - isNew: whether somebody who was not seen may not have been seen before either.
func seenWords(_ lastSeen: Instant?, missed: Int, isNew: Bool, _ calendar: WallCalendar) -> String {
    guard let lastSeen else { return isNew ? "Not seen yet" : "Not seen in half a year" }
    return (missed > 1 ? "Not seen since " : "Last seen ") + calendar.day(calendar.day(of: lastSeen).text)
}
