import Classroom

/// Page of a class in session, readable at a glance.
public final class ClassPage: Page, DevicePage {
    public static let template = "classes/class"
    public let title = "Class"
    public let clock: ClassClock
    public let started: String
    /// Start in milliseconds since 1970, like all times here.
    public let startedAt: Int64
    public let venue: String
    public let address: String
    public let placeText: String
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    public let temperature: Double?
    public let temperatureText: String
    /// Credit for the temperature.
    public let weather: Attribution?
    public let attending: Int
    public let attendingText: String
    public let attendees: [PersonView]
    public let rosterHref: String
    /// Question when the class ended, if it goes on since long ago.
    public let forgotten: ForgottenView?

    /// - Parameter others: the instructor's other classes in session.
    public init(
        _ session: ClassSession, others: [ClassSession], attendees: [Person], tags: (Identifier) -> [String],
        _ calendar: WallCalendar, weather: Attribution? = nil, forgotten: ForgottenView? = nil, now: Instant
    ) {
        self.forgotten = forgotten
        clock = ClassClock(session, others: others, calendar, now: now)
        started = session.startedAt.text
        startedAt = session.startedAt.milliseconds
        venue = session.venue
        address = session.address
        placeText = session.placeText
        temperature = session.temperature
        temperatureText = Temperature.words(session.temperature)
        self.weather = session.temperature == nil ? nil : weather
        attending = session.attending
        attendingText = counted(session.attending, "student", "students")
        self.attendees = attendees.map { PersonView($0, tags: tags($0.id)) }
        rosterHref = "/classes/" + session.id.text + "/roster"
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("id", clock.id)
        object.add("phase", clock.phase)
        object.add("isRunning", clock.isRunning)
        object.add("isPaused", clock.isPaused)
        object.add("started", started)
        object.add("startedText", clock.startedText)
        object.add("startedAt", startedAt)
        object.add("runningSince", clock.runningSince)
        object.add("worked", clock.worked)
        object.add("durationText", clock.durationText)
        object.add("others", clock.others)
        object.add("venue", venue)
        object.add("address", address)
        object.add("placeText", placeText)
        object.add("temperature", temperature)
        object.add("temperatureText", temperatureText)
        object.add("weather", weather)
        object.add("attending", attending)
        object.add("attendingText", attendingText)
        object.add("attendees", attendees)
        object.add("rosterHref", rosterHref)
        object.add("forgotten", forgotten)
        return object.model
    }
}
