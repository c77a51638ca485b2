import Classroom

/// Page of a saved class.
public final class SessionPage: Page, DevicePage {
    public static let template = "classes/session"
    public var title: String { session.session.venue }
    public var list: String? { "/sessions" }
    let session: SessionRow
    /// Credit for the temperature.
    let weather: Attribution?
    let attendees: [PersonView]
    /// What was put right afterwards, newest first.
    let history: [String]

    public init(
        _ session: ClassSession, attendees: [Person], tags: (Identifier) -> [String],
        _ calendar: WallCalendar, weather: Attribution? = nil, history: [String]
    ) {
        (self.session, self.history) = (SessionRow(session, calendar), history)
        self.weather = session.temperature == nil ? nil : weather
        self.attendees = attendees.map { PersonView($0, tags: tags($0.id)) }
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("session", session)
        object.add("pausedText", WallCalendar.pause(session.session.paused))
        object.add("saved", true)
        object.add("weather", weather)
        object.add("attendees", attendees)
        object.add("none", attendees.isEmpty)
        object.add("rosterHref", "/classes/" + session.session.id.text + "/roster")
        object.add("history", history)
        object.add("hasHistory", !history.isEmpty)
        return object.model
    }
}
