import Classroom
import Pages
import Store

/// Checklist of the classes to come of a course, to cancel or move several together.
struct SeveralClassesPage: Page {
    static let template = "courses/several"
    let title = "Change Several Classes"
    let course: CourseLink
    let timeZone: String
    let classes: [PlannedClass]
    let none: Bool
    /// Whether there are more classes to come than are shown.
    let isPart: Bool
    let most: Int
    let venues: [Choice]
    var tab: String? { "/courses" }

    /// As many as one series may have.
    static let mostClasses = 60

    /// Class that has not begun, with its time in the course's time zone.
    struct PlannedClass: Modelled, Sendable {
        let id: String
        let start: String
        let startText: String
        /// Day as YYYY-MM-DD, and time as HH:MM.
        let date: String
        let time: String
        let minutes: Int
        let venueID: String
        let venue: String
        /// Whether the class asks for a location.
        let takesLocation: Bool

        init?(_ session: ClassSession, in course: Course, _ calendar: WallCalendar) {
            guard let planned = session.plannedAt else { return nil }
            id = session.id.text
            start = planned.text
            startText = calendar.dateAndTime(planned)
            date = calendar.today(planned)
            time = calendar.time(planned)
            minutes = session.minutes ?? ClassScheduled.usualLength
            venueID = session.venueID.text
            venue = session.venue
            takesLocation = session.policy(in: course.policy).evidence.takesLocation
        }

        var model: Model {
            [
                "id": id.model, "start": start.model, "startText": startText.model, "date": date.model,
                "time": time.model, "minutes": minutes.model, "minutesText": "\(minutes) min".model,
                "venueID": venueID.model, "venue": venue.model, "takesLocation": takesLocation.model,
            ]
        }
    }

    static func load(_ site: Site, _ course: Course) async throws -> SeveralClassesPage {
        async let planned = site.store.classes(of: course.id, .planned, most: mostClasses)
        async let venues = site.store.venues(near: nil)
        return try await SeveralClassesPage(course, planned, venues, site.calendar.inZone(of: course))
    }

    private init(
        _ course: Course, _ planned: ListPage<ClassSession>, _ venues: [Venue], _ calendar: WallCalendar
    ) {
        self.course = CourseLink(course)
        timeZone = course.timeZone
        classes = planned.elements.compactMap { PlannedClass($0, in: course, calendar) }
        none = classes.isEmpty
        isPart = planned.next != nil
        most = Self.mostClasses
        self.venues = Choice.venues(venues)
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "timeZone": timeZone.model, "classes": classes.model,
            "none": none.model, "isPart": isPart.model, "most": most.model, "venues": venues.model,
        ]
    }
}
