import Classroom

/// Page of a saved class.
public final class SessionPage: Page, DevicePage {
    public static let template = "classes/session"
    public let title: String
    public var list: String? { "/sessions" }
    public let session: SessionRow
    public let pausedText: String
    public let saved = true
    /// Credit for the temperature.
    public let weather: Attribution?
    public let attendees: [PersonView]
    public let none: Bool
    public let rosterHref: String
    /// What was put right afterwards, newest first.
    public let history: [String]

    public init(
        _ session: ClassSession, attendees: [Person], tags: (Identifier) -> [String],
        _ calendar: WallCalendar, weather: Attribution? = nil, history: [String]
    ) {
        self.history = history
        title = session.venue
        self.weather = session.temperature == nil ? nil : weather
        self.session = SessionRow(session, calendar)
        pausedText = WallCalendar.pause(session.paused)
        self.attendees = attendees.map { PersonView($0, tags: tags($0.id)) }
        none = attendees.isEmpty
        rosterHref = "/classes/" + session.id.text + "/roster"
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("session", session)
        object.add("pausedText", pausedText)
        object.add("saved", saved)
        object.add("weather", weather)
        object.add("attendees", attendees)
        object.add("none", none)
        object.add("rosterHref", rosterHref)
        object.add("history", history)
        object.add("hasHistory", (!history.isEmpty).model)
        return object.model
    }
}
