import Classroom

/// Page of a class in session, readable at a glance.
public final class ClassPage: Page, DevicePage {
    public static let template = "classes/class"
    public var title: String { "Class" }
    private let clock: ClassClock
    /// Credit for the temperature.
    private let weather: Attribution?
    private let attendees: [PersonView]
    /// Question when the class ended, if it goes on since long ago.
    private let forgotten: ForgottenView?

    /// - Parameter others: the instructor's other classes in session.
    public init(
        _ session: ClassSession, others: [ClassSession], attendees: [Person], tags: (Identifier) -> [String],
        _ calendar: WallCalendar, weather: Attribution? = nil, forgotten: ForgottenView? = nil, now: Instant
    ) {
        clock = ClassClock(session, others: others, calendar, now: now)
        self.weather = session.temperature == nil ? nil : weather
        self.attendees = attendees.map { PersonView($0, tags: tags($0.id)) }
        self.forgotten = forgotten
    }

    public var model: Model {
        var object = ModelObject()
        let session = clock.session
        clock.add(to: &object)
        object.add("title", title)
        object.add("started", session.startedAt.text)
        // Milliseconds since 1970, like all times here.
        object.add("startedAt", session.startedAt.milliseconds)
        object.add("venue", session.venue)
        object.add("address", session.address)
        object.add("placeText", session.placeText)
        // Outside, in degrees Celsius; null if unknown.
        object.add("temperature", session.temperature)
        object.add("temperatureText", Temperature.words(session.temperature))
        object.add("weather", weather)
        object.add("attending", session.attending)
        object.add("attendingText", counted(session.attending, "student", "students"))
        object.add("attendees", attendees)
        object.add("rosterHref", "/classes/" + session.id.text + "/roster")
        object.add("forgotten", forgotten)
        return object.model
    }
}
