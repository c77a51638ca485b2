import Classroom

/// Course class in a list and at the head of its own page.
public final class ClassSessionView: Modelled, Sendable {
    let session: ClassSession
    private let calendar: WallCalendar
    /// Attendance of the student who asks; `nil` if there is none.
    private let own: Attendance?
    private let isStudent: Bool
    /// Since when that student takes the course.
    private let since: Instant?
    private let now: Instant

    /// - Parameters:
    ///   - own: attendance of the student who asks; `nil` if there is none.
    ///   - since: when that student joined the course.
    public init(
        _ session: ClassSession, _ calendar: WallCalendar, own: Attendance?, isStudent: Bool, since: Instant?,
        now: Instant
    ) {
        (self.session, self.calendar, self.own) = (session, calendar, own)
        (self.isStudent, self.since, self.now) = (isStudent, since, now)
    }

    public var model: Model {
        var object = ModelObject()
        let (id, minutes, startText) = (session.id.text, session.minutes ?? 0, calendar.dateAndTime(session.plan))
        object.add("id", id)
        object.add("href", "/classes/" + id)
        object.add("phase", session.phase.rawValue)
        // Planned or actual.
        object.add("start", session.startedAt.text)
        object.add("startText", startText)
        object.add(
            "whenText", startText + "–" + calendar.time(session.plan.adding(milliseconds: Int64(minutes) * 60_000)))
        object.add("minutes", minutes)
        object.add("venue", session.venue)
        object.add("address", session.address)
        object.add("placeText", session.placeText)
        object.add("statusText", Self.status(session, now))
        object.add("inSession", session.isInSession)
        object.add("cancelled", session.phase == .cancelled)
        object.add("attending", session.attending)
        // Outside, in degrees Celsius; null if unknown.
        object.add("temperature", session.temperature)
        object.add("temperatureText", session.temperature.map { Temperature.words($0) })
        let isSaved = session.phase == .saved
        let state = isStudent ? session.state(of: own, since: since) : nil
        object.add("attendance", state?.rawValue)
        object.add(
            "attendanceText",
            isSaved && !isStudent ? grouped(session.attending) + " present" : state.map { Self.words($0) })
        return object.model
    }

    private static func words(_ state: Attendance.State) -> String {
        switch state {
        case .present: "Present"
        case .unconfirmed: "Needs confirmation"
        case .absent: "Absent"
        }
    }

    private static func status(_ session: ClassSession, _ now: Instant) -> String {
        let attendance = session.isOpen ? "attendance is open" : "attendance is closed"
        return switch session.phase {
        case .scheduled: session.isMissed(now) ? "Nobody started it" : "Not started yet"
        case .running: "In session · " + attendance
        case .paused: "Paused · " + attendance
        case .saved: "Ended"
        case .deleted: "Deleted"
        case .cancelled: "Cancelled"
        }
    }
}
