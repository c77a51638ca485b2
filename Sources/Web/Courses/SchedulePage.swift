import Classroom
import Pages
import Store

/// Form for scheduling classes of a course, or for moving a class.
struct SchedulePage: Page {
    static let template = "courses/schedule"
    let title: String
    let course: CourseLink
    let back: String
    let moves: Bool
    /// Class to move.
    let id: String?
    let timeZone: String
    let date: String
    let time: String
    let minutes: Int
    let venues: [Choice]
    let survey: String
    /// What proves presence in this class; "" for what the course says.
    let evidences: [Choice]
    /// Whether the course asks for a location.
    let takesLocation: Bool

    static func load(_ site: Site, _ course: Course, moving session: ClassSession?) async throws -> SchedulePage {
        SchedulePage(course, session, site.calendar.inZone(of: course), venues: try await site.store.venues(near: nil))
    }

    private init(_ course: Course, _ session: ClassSession?, _ calendar: WallCalendar, venues: [Venue]) {
        title = session == nil ? "Schedule Classes" : "Move Class"
        self.course = CourseLink(course)
        back = session.map { "/classes/\($0.id)" } ?? "/courses/\(course.id)"
        moves = session != nil
        id = session?.id.text
        timeZone = course.timeZone
        date = session?.plannedAt.map { calendar.today($0) } ?? calendar.today()
        time = session?.plannedAt.map(calendar.time) ?? "18:00"
        minutes = session?.minutes ?? 60
        self.venues = Choice.venues(
            venues, chosen: session.map { ($0.venueID, $0.venue) } ?? (course.venueID, course.venue))
        survey = session?.survey ?? ""
        takesLocation = course.policy.evidence.takesLocation
        evidences = AttendancePolicy.Evidence.choices(own: session?.evidence)
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "back": back.model, "moves": moves.model, "id": id.model,
            "timeZone": timeZone.model, "date": date.model, "time": time.model, "minutes": minutes.model,
            "venues": venues.model, "survey": survey.model, "evidences": evidences.model,
            "takesLocation": takesLocation.model,
        ]
    }
}
