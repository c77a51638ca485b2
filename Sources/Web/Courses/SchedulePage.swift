import Classroom
import Hummingbird
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
    /// Classes at the same time as those that are asked about, in words; `nil` if there are none.
    let overlapText: String?

    static func load(
        _ site: Site, _ course: Course, moving session: ClassSession?, _ request: Request
    ) async throws -> SchedulePage {
        let wanted = WantedTimes(request)
        let others = try await site.store.classes(
            during: wanted.spans, at: wanted.venue ?? session?.venueID ?? course.venueID,
            orOfInstructorsOf: course.id, except: session?.id)
        return SchedulePage(
            course, session, site.calendar.inZone(of: course), venues: try await site.store.venues(near: nil), others)
    }

    private init(
        _ course: Course, _ session: ClassSession?, _ calendar: WallCalendar, venues: [Venue],
        _ others: [ClassSession]
    ) {
        title = session == nil ? "Schedule Classes" : "Move Class"
        self.course = CourseLink(course)
        back = session.map { "/classes/\($0.id)" } ?? "/courses/\(course.id)"
        moves = session != nil
        id = session?.id.text
        timeZone = course.timeZone
        date = session?.plannedAt.map { calendar.today($0) } ?? Self.nextDate(calendar, .now)
        time = session?.plannedAt.map(calendar.time) ?? Self.usualTime
        minutes = session?.minutes ?? 60
        self.venues = Choice.venues(
            venues, chosen: session.map { ($0.venueID, $0.venue) } ?? (course.venueID, course.venue))
        survey = session?.survey ?? ""
        overlapText = Self.words(others, calendar)
        takesLocation = course.policy.evidence.takesLocation
        evidences = AttendancePolicy.Evidence.choices(own: session?.evidence)
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "back": back.model, "moves": moves.model, "id": id.model,
            "timeZone": timeZone.model, "date": date.model, "time": time.model, "minutes": minutes.model,
            "venues": venues.model, "survey": survey.model, "evidences": evidences.model,
            "takesLocation": takesLocation.model, "overlapText": overlapText.model,
        ]
    }

    /// Time of day that is proposed for a class.
    private static let usualTime = "18:00"

    /// Day that is proposed for a class: today, or tomorrow once the usual time is over.
    static func nextDate(_ calendar: WallCalendar, _ now: Instant) -> String {
        let isOver = calendar.time(now) >= usualTime
        return calendar.today(isOver ? now.adding(milliseconds: 24 * 60 * 60_000) : now)
    }

    /// "At the same time: Yoga, Tue 3 Nov 2026, 18:00–19:00, Hall, and 2 other classes."
    private static func words(_ others: [ClassSession], _ calendar: WallCalendar) -> String? {
        guard let first = others.first, let start = first.plannedAt else { return nil }
        let end = start.adding(milliseconds: Int64(first.minutes ?? 0) * 60_000)
        let time = "\(calendar.dateAndTime(start))–\(calendar.time(end))"
        let parts = [first.courseTitle ?? "a class", time, first.venue]
        let more = others.count - 1
        return "At the same time: " + parts.joined(separator: ", ")
            + (more > 0 ? ", and \(counted(more, "other class", "other classes"))." : ".")
    }
}

/// Times of classes that are about to be scheduled, as the form asks what else takes place then.
private struct WantedTimes {
    /// Starts and ends.
    let spans: [Range<Instant>]
    let venue: Identifier?

    /// As many as are scheduled at once.
    private static let most = 60

    init(_ request: Request) {
        venue = Identifier(request.query("venue"))
        let minutes = Double(request.query("minutes")).flatMap { Int(nearest: $0) } ?? ClassScheduled.usualLength
        guard ClassScheduled.lengths.contains(Double(minutes)) else {
            spans = []
            return
        }
        let starts = request.query("starts").split(separator: ",").prefix(Self.most).compactMap { Instant(String($0)) }
        spans = starts.map { $0..<$0.adding(milliseconds: Int64(minutes) * 60_000) }
    }
}
