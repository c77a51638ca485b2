import Classroom

/// Page of a class in session, readable at a glance.
public struct ClassPage: Page {
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
        [
            "title": title.model, "id": clock.id.model, "phase": clock.phase.model,
            "isRunning": clock.isRunning.model, "isPaused": clock.isPaused.model, "started": started.model,
            "startedText": clock.startedText.model, "startedAt": startedAt.model,
            "runningSince": clock.runningSince.model, "worked": clock.worked.model,
            "durationText": clock.durationText.model, "others": clock.others.model, "venue": venue.model,
            "address": address.model,
            "placeText": placeText.model,
            "temperature": temperature.model, "temperatureText": temperatureText.model, "weather": weather.model,
            "attending": attending.model, "attendingText": attendingText.model, "attendees": attendees.model,
            "rosterHref": rosterHref.model, "forgotten": forgotten.model,
        ]
    }
}
