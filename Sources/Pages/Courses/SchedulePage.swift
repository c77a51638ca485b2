import Classroom

/// Form for scheduling classes of a course, or for moving a class.
public final class SchedulePage: Page, DevicePage {
    public static let template = "courses/schedule"
    public let title: String
    let course: CourseLink
    let back: String
    /// Class to move.
    let id: String?
    let timeZone: String
    /// Exact start of that class, which the form's minutes do not tell.
    let start: String?
    let date: String
    let time: String
    let minutes: Int
    let venues: [Choice]
    let survey: String
    /// What proves presence in this class; "" for what the course says.
    let evidences: [Choice]
    /// Whether the course asks for a location.
    let takesLocation: Bool
    /// Classes at the same time as those that are asked about, in words; `nil` if there are none.
    let overlapText: String?

    /// - Parameters:
    ///   - session: class to move; `nil` for scheduling classes.
    ///   - calendar: the course's.
    ///   - others: classes at the same time as those that are asked about.
    public init(
        _ course: Course, moving session: ClassSession?, _ calendar: WallCalendar, _ venues: [Venue],
        _ others: [ClassSession] = [], now: Instant
    ) {
        title = session == nil ? "Schedule Classes" : "Move Class"
        self.course = CourseLink(course)
        id = session?.id.text
        back = id.map { "/classes/" + $0 } ?? self.course.href
        timeZone = course.timeZone
        start = session?.plannedAt?.text
        date = session?.plannedAt.map { calendar.today($0) } ?? Self.nextDate(calendar, now)
        time = session?.plannedAt.map { calendar.time($0) } ?? "18:00"
        minutes = session?.minutes ?? ClassScheduled.usualLength
        self.venues =
            session.map { Choice.venues(venues, of: $0) } ?? Choice.venues(venues, chosen: course.venueID, course.venue)
        survey = session?.survey ?? ""
        overlapText = Self.words(others, calendar)
        takesLocation = course.policy.evidence.takesLocation
        evidences = AttendancePolicy.Evidence.choices(own: session?.evidence)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("back", back)
        object.add("moves", (id != nil).model)
        object.add("id", id)
        object.add("timeZone", timeZone)
        object.add("start", start)
        object.add("date", date)
        object.add("time", time)
        object.add("minutes", minutes)
        object.add("venues", venues)
        object.add("survey", survey)
        object.add("evidences", evidences)
        object.add("takesLocation", takesLocation)
        object.add("overlapText", overlapText)
        return object.model
    }

    /// Day that is proposed for a class: today, or tomorrow once the usual time, 18:00, is over.
    public static func nextDate(_ calendar: WallCalendar, _ now: Instant) -> String {
        let evening = calendar.moment(calendar.day(of: now), hour: 18)
        return calendar.today(now >= evening ? now.adding(milliseconds: 24 * 60 * 60_000) : now)
    }

    /// "At the same time: Yoga, Tue 3 Nov 2026, 18:00–19:00, Hall, and 2 other classes."
    private static func words(_ others: [ClassSession], _ calendar: WallCalendar) -> String? {
        guard let first = others.first, let start = first.plannedAt else { return nil }
        let end = start.adding(milliseconds: Int64(first.minutes ?? 0) * 60_000)
        let more = others.count - 1
        return "At the same time: " + (first.courseTitle ?? "a class") + ", " + calendar.dateAndTime(start) + "–"
            + calendar.time(end) + ", " + first.venue
            + (more > 0 ? ", and " + counted(more, "other class", "other classes") + "." : ".")
    }
}
