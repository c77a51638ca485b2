import Classroom

/// Form for adding a class that nobody started, or for correcting one that is over.
public final class PastClassPage: Page, DevicePage {
    public static let template = "classes/past"
    public let title: String
    public var tab: String? { "/sessions" }
    let back: String
    /// Class to correct.
    let id: String?
    let timeZone: String
    let date: String
    let startTime: String
    let endTime: String
    /// Exact times, which the form's minutes do not tell.
    let start: String?
    let end: String?
    /// Milliseconds paused.
    let paused: Int64
    let venues: [Choice]
    /// Courses, and that there is none; empty if the class cannot come to another.
    let courses: [CourseOption]

    final class CourseOption: Modelled, Sendable {
        private let value: String
        private let label: String
        private let selected: Bool
        /// Who was there and does not take the course; `nil` if nobody.
        private let strangersText: String?

        /// - Parameter course: `nil` for none.
        fileprivate init(_ course: CourseChoice?, of current: Identifier?) {
            value = course?.id.text ?? ""
            label = course?.title ?? "None"
            selected = course?.id == current
            let strangers = course?.strangers ?? 0
            strangersText =
                strangers == 0
                ? nil
                : counted(strangers, "person who was there does", "people who were there do")
                    + " not take this course. Their marks stay."
        }

        var model: Model {
            var object = ModelObject()
            object.add("value", value)
            object.add("label", label)
            object.add("selected", selected)
            object.add("strangersText", strangersText)
            return object.model
        }
    }

    /// Form for adding a class.
    ///
    /// - Parameters:
    ///   - last: the instructor's last class, whose venue is proposed.
    ///   - courses: those of the instructor.
    public init(
        after last: ClassSession?, _ calendar: WallCalendar, _ venues: [Venue], _ courses: [CourseChoice], now: Instant
    ) {
        title = "Add Past Class"
        back = "/sessions"
        (id, start, end) = (nil, nil, nil)
        timeZone = calendar.timeZone
        date = calendar.today(now.adding(milliseconds: -86_400_000))
        (startTime, endTime) = ("18:00", "19:00")
        paused = 0
        self.venues = Choice.venues(venues, of: last)
        self.courses = Self.options(courses, of: nil)
    }

    /// Form for correcting a class.
    ///
    /// - Parameters:
    ///   - calendar: of the course's zone, if it is of one.
    ///   - courses: those to which it may come.
    public init(
        correcting session: ClassSession, _ calendar: WallCalendar, _ venues: [Venue], _ courses: [CourseChoice]
    ) {
        let end = session.endedAt ?? session.startedAt
        title = "Correct Class"
        id = session.id.text
        back = "/classes/" + session.id.text
        (start, self.end) = (session.startedAt.text, end.text)
        timeZone = calendar.timeZone
        date = calendar.today(session.startedAt)
        (startTime, endTime) = (calendar.time(session.startedAt), calendar.time(end))
        paused = session.paused
        self.venues = Choice.venues(venues, of: session)
        self.courses = session.beganAt == nil ? [] : Self.options(courses, of: session.course)
    }

    private static func options(_ courses: [CourseChoice], of current: Identifier?) -> [CourseOption] {
        if courses.isEmpty { return [] }
        return [CourseOption(nil, of: current)] + courses.map { CourseOption($0, of: current) }
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("back", back)
        object.add("id", id)
        object.add("timeZone", timeZone)
        object.add("date", date)
        object.add("startTime", startTime)
        object.add("endTime", endTime)
        object.add("start", start)
        object.add("end", end)
        object.add("paused", paused)
        object.add("pausedMinutes", ((paused + 30_000) / 60_000).model)
        object.add("venues", venues)
        object.add("hasCourses", (!courses.isEmpty).model)
        object.add("courses", courses)
        object.add("isNew", (id == nil).model)
        return object.model
    }
}
