import Classroom

/// Course class in a list and at the head of its own page.
public final class ClassSessionView: Modelled, Sendable {
    public let id: String
    public let href: String
    public let phase: String
    /// Start, planned or actual.
    public let start: String
    public let startText: String
    public let whenText: String
    public let minutes: Int
    public let venue: String
    public let address: String
    public let placeText: String
    public let statusText: String
    public let inSession: Bool
    public let cancelled: Bool
    let planned: Instant
    /// Whether it has neither begun nor been cancelled.
    let isScheduled: Bool
    public let attending: Int
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    public let temperature: Double?
    public let temperatureText: String?
    /// Attendance of the student who asks: present, absent or unconfirmed; `nil` if none yet.
    public let attendance: String?
    public let attendanceText: String?

    /// - Parameter own: attendance of the student who asks; `nil` if there is none.
    public init(_ session: ClassSession, _ calendar: WallCalendar, own: Attendance?, isStudent: Bool, now: Instant) {
        id = session.id.text
        href = "/classes/" + id
        phase = session.phase.rawValue
        start = session.startedAt.text
        minutes = session.minutes ?? 0
        planned = session.plannedAt ?? session.startedAt
        startText = calendar.dateAndTime(planned)
        whenText = startText + "–" + calendar.time(planned.adding(milliseconds: Int64(minutes) * 60_000))
        (venue, address) = (session.venue, session.address)
        placeText = session.placeText
        inSession = session.isInSession
        (cancelled, isScheduled) = (session.phase == .cancelled, session.phase == .scheduled)
        attending = session.attending
        temperature = session.temperature
        temperatureText = session.temperature.map { Temperature.words($0) }
        statusText = Self.status(session, now)
        let state = isStudent ? own?.state ?? (session.phase == .saved ? .absent : nil) : nil
        attendance = state?.rawValue
        let isCounted = !isStudent && session.phase == .saved
        attendanceText = isCounted ? grouped(session.attending) + " present" : state.map { Self.words($0) }
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("href", href)
        object.add("phase", phase)
        object.add("start", start)
        object.add("startText", startText)
        object.add("whenText", whenText)
        object.add("minutes", minutes)
        object.add("venue", venue)
        object.add("address", address)
        object.add("placeText", placeText)
        object.add("statusText", statusText)
        object.add("inSession", inSession)
        object.add("cancelled", cancelled)
        object.add("attending", attending)
        object.add("temperature", temperature)
        object.add("temperatureText", temperatureText)
        object.add("attendance", attendance)
        object.add("attendanceText", attendanceText)
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
