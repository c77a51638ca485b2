import Classroom

/// Checklist of the classes to come of a course, to cancel or move several together.
public final class SeveralClassesPage: Page, DevicePage {
    public static let template = "courses/several"
    public let title = "Change Several Classes"
    let course: CourseLink
    let timeZone: String
    let classes: [PlannedClass]
    /// Whether there are more classes to come than are shown.
    let isPart: Bool
    let venues: [Choice]
    public var tab: String? { "/courses" }

    /// As many as one series may have.
    public static let mostClasses = 60

    /// - Parameters:
    ///   - planned: classes that nobody has started or cancelled, next first; at most `mostClasses`.
    ///   - isPart: whether there are more.
    ///   - calendar: the course's.
    public init(
        _ course: Course, _ planned: [ClassSession], isPart: Bool, _ venues: [Venue], _ calendar: WallCalendar
    ) {
        self.course = CourseLink(course)
        timeZone = course.timeZone
        classes = planned.compactMap { PlannedClass($0, in: course, calendar) }
        self.isPart = isPart
        self.venues = Choice.venues(venues)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("timeZone", timeZone)
        object.add("classes", classes)
        object.add("none", classes.isEmpty.model)
        object.add("isPart", isPart)
        object.add("most", classes.count)
        object.add("venues", venues)
        return object.model
    }
}

/// Class that has not begun, with its time in the course's time zone.
final class PlannedClass: Modelled, Sendable {
    private let session: ClassSession
    private let start: Instant
    private let calendar: WallCalendar
    /// Whether the class asks for a location.
    private let takesLocation: Bool

    init?(_ session: ClassSession, in course: Course, _ calendar: WallCalendar) {
        guard let start = session.plannedAt else { return nil }
        (self.session, self.start, self.calendar) = (session, start, calendar)
        takesLocation = session.policy(in: course.policy).evidence.takesLocation
    }

    var model: Model {
        let minutes = session.minutes ?? ClassScheduled.usualLength
        var object = ModelObject()
        object.add("id", session.id.text)
        object.add("start", start.text)
        object.add("startText", calendar.dateAndTime(start))
        object.add("date", calendar.today(start))
        object.add("time", calendar.time(start))
        object.add("minutes", minutes)
        object.add("minutesText", grouped(minutes) + " min")
        object.add("venueID", session.venueID.text)
        object.add("venue", session.venue)
        object.add("takesLocation", takesLocation)
        return object.model
    }
}
