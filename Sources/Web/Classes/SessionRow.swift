import Classroom
import Pages
import Store

/// Class in a list.
struct SessionRow: Modelled, Sendable {
    let id: String
    let href: String
    /// Title of the course; `nil` for a drop-in class.
    let course: String?
    let venue: String
    let address: String
    let started: String
    let startedText: String
    let ended: String?
    /// Time of the end: "19:35".
    let endedText: String?
    /// Milliseconds on the clock.
    let duration: Int64
    let durationText: String
    let attending: Int
    let attendingText: String
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    let temperature: Double?
    let temperatureText: String

    init(_ session: ClassSession, _ calendar: WallCalendar) {
        id = session.id.text
        href = "/classes/\(session.id)"
        course = session.courseTitle
        venue = session.venue
        address = session.address
        started = session.startedAt.text
        startedText = calendar.dateAndTime(session.startedAt)
        ended = session.endedAt?.text
        endedText = session.endedAt.map(calendar.time)
        duration = session.worked
        durationText =
            session.endedAt.map {
                WallCalendar.duration(session.worked, paused: session.paused, from: session.startedAt, to: $0)
            } ?? WallCalendar.duration(session.worked)
        attending = session.attending
        attendingText = counted(session.attending, "student", "students")
        temperature = session.temperature
        temperatureText = Weather.words(session.temperature)
    }

    var model: Model {
        [
            "id": id.model, "href": href.model, "course": course.model, "venue": venue.model, "address": address.model,
            "started": started.model, "startedText": startedText.model, "ended": ended.model,
            "endedText": endedText.model, "duration": duration.model, "durationText": durationText.model,
            "attending": attending.model, "attendingText": attendingText.model, "temperature": temperature.model,
            "temperatureText": temperatureText.model,
        ]
    }
}
