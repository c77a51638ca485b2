import Classroom
import Pages
import Store

/// Form for adding a class that nobody started, or for correcting one that is over.
struct PastClassPage: Page {
    static let template = "classes/past"
    let title: String
    var tab: String? { "/sessions" }
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
    let pausedMinutes: Int
    let venues: [Choice]
    /// Courses, and that there is none; empty if the class cannot come to another.
    let courses: [CourseOption]

    struct CourseOption: Modelled, Sendable {
        let value: String
        let label: String
        let selected: Bool
        /// Who was there and does not take the course; `nil` if nobody.
        let strangersText: String?

        var model: Model {
            [
                "value": value.model, "label": label.model, "selected": selected.model,
                "strangersText": strangersText.model,
            ]
        }
    }

    static func load(_ site: Site, for person: Person) async throws -> PastClassPage {
        let last = try await site.store.sessions(taughtBy: person.id, most: 1).elements.first
        let venues = try await site.store.venues(near: nil)
        let courses = try await site.store.courseChoices(taughtBy: person.id)
        return PastClassPage(
            site.calendar, venues: Choice.venues(venues, chosen: last.map { ($0.venueID, $0.venue) }),
            courses: options(courses, of: nil))
    }

    static func load(_ site: Site, _ session: ClassSession, for person: Person) async throws -> PastClassPage {
        var calendar = site.calendar
        if let course = session.course {
            calendar = calendar.inZone(of: try await site.store.course(course, for: person))
        }
        let venues = Choice.venues(
            try await site.store.venues(near: nil), chosen: (session.venueID, session.venue))
        let courses =
            session.beganAt == nil
            ? [] : try await site.store.courseChoices(taughtBy: person.id, for: session.id)
        return PastClassPage(session, calendar, venues: venues, courses: options(courses, of: session.course))
    }

    private init(_ calendar: WallCalendar, venues: [Choice], courses: [CourseOption]) {
        title = "Add Past Class"
        back = "/sessions"
        (id, start, end) = (nil, nil, nil)
        timeZone = calendar.timeZone
        date = calendar.today(Instant.now.adding(milliseconds: -86_400_000))
        (startTime, endTime) = ("18:00", "19:00")
        (paused, pausedMinutes) = (0, 0)
        (self.venues, self.courses) = (venues, courses)
    }

    private init(_ session: ClassSession, _ calendar: WallCalendar, venues: [Choice], courses: [CourseOption]) {
        let end = session.endedAt ?? session.startedAt
        title = "Correct Class"
        back = "/classes/\(session.id)"
        id = session.id.text
        (start, self.end) = (session.startedAt.text, end.text)
        timeZone = calendar.timeZone
        date = calendar.today(session.startedAt)
        (startTime, endTime) = (calendar.time(session.startedAt), calendar.time(end))
        (paused, pausedMinutes) = (session.paused, Int((session.paused + 30_000) / 60_000))
        (self.venues, self.courses) = (venues, courses)
    }

    private static func options(_ courses: [CourseChoice], of current: Identifier?) -> [CourseOption] {
        if courses.isEmpty { return [] }
        let none = CourseOption(value: "", label: "None", selected: current == nil, strangersText: nil)
        return [none]
            + courses.map { course in
                CourseOption(
                    value: course.id.text, label: course.title, selected: course.id == current,
                    strangersText: course.strangers == 0
                        ? nil
                        : counted(course.strangers, "person who was there does", "people who were there do")
                            + " not take this course. Their marks stay.")
            }
    }

    var model: Model {
        [
            "title": title.model, "back": back.model, "id": id.model, "timeZone": timeZone.model, "date": date.model,
            "startTime": startTime.model, "endTime": endTime.model, "start": start.model, "end": end.model,
            "paused": paused.model, "pausedMinutes": pausedMinutes.model, "venues": venues.model,
            "hasCourses": (!courses.isEmpty).model, "courses": courses.model, "isNew": (id == nil).model,
        ]
    }
}
