import Classroom

/// Class in a list.
public final class SessionRow: Modelled, Sendable {
    let session: ClassSession
    private let calendar: WallCalendar

    public init(_ session: ClassSession, _ calendar: WallCalendar) {
        (self.session, self.calendar) = (session, calendar)
    }

    public var model: Model {
        var object = ModelObject()
        let id = session.id.text
        object.add("id", id)
        object.add("href", "/classes/" + id)
        // Title of the course; null for a drop-in class.
        object.add("course", session.courseTitle)
        object.add("venue", session.venue)
        object.add("address", session.address)
        object.add("placeText", session.placeText)
        object.add("started", session.startedAt.text)
        object.add("startedText", startedText)
        object.add("ended", session.endedAt?.text)
        object.add("endedText", endedText)
        // Milliseconds on the clock.
        object.add("duration", session.worked)
        object.add("durationText", durationText)
        object.add("attending", session.attending)
        object.add("attendingText", counted(session.attending, "student", "students"))
        // Outside, in degrees Celsius; null if unknown.
        object.add("temperature", session.temperature)
        object.add("temperatureText", Temperature.words(session.temperature))
        return object.model
    }

    var startedText: String { calendar.dateAndTime(session.startedAt) }

    /// Time of the end, with its date if that is another day: "19:35".
    var endedText: String? { session.endedAt.map { calendar.end($0, of: session.startedAt) } }

    var durationText: String {
        session.endedAt.map {
            WallCalendar.duration(session.worked, paused: session.paused, from: session.startedAt, to: $0)
        } ?? WallCalendar.duration(session.worked)
    }
}
