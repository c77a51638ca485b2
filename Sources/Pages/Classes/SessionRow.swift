import Classroom

/// Class in a list.
public final class SessionRow: Modelled, Sendable {
    public let id: String
    public let href: String
    /// Title of the course; `nil` for a drop-in class.
    public let course: String?
    public let venue: String
    public let address: String
    public let placeText: String
    public let started: String
    public let startedText: String
    public let ended: String?
    /// Time of the end, with its date if that is another day: "19:35".
    public let endedText: String?
    /// Milliseconds on the clock.
    public let duration: Int64
    public let durationText: String
    public let attending: Int
    public let attendingText: String
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    public let temperature: Double?
    public let temperatureText: String

    public init(_ session: ClassSession, _ calendar: WallCalendar) {
        id = session.id.text
        href = "/classes/" + session.id.text
        course = session.courseTitle
        venue = session.venue
        address = session.address
        placeText = session.placeText
        started = session.startedAt.text
        startedText = calendar.dateAndTime(session.startedAt)
        ended = session.endedAt?.text
        endedText = session.endedAt.map { calendar.end($0, of: session.startedAt) }
        duration = session.worked
        durationText =
            session.endedAt.map {
                WallCalendar.duration(session.worked, paused: session.paused, from: session.startedAt, to: $0)
            } ?? WallCalendar.duration(session.worked)
        attending = session.attending
        attendingText = counted(session.attending, "student", "students")
        temperature = session.temperature
        temperatureText = Temperature.words(session.temperature)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("href", href)
        object.add("course", course)
        object.add("venue", venue)
        object.add("address", address)
        object.add("placeText", placeText)
        object.add("started", started)
        object.add("startedText", startedText)
        object.add("ended", ended)
        object.add("endedText", endedText)
        object.add("duration", duration)
        object.add("durationText", durationText)
        object.add("attending", attending)
        object.add("attendingText", attendingText)
        object.add("temperature", temperature)
        object.add("temperatureText", temperatureText)
        return object.model
    }
}
