import Classroom

/// Question when a class ended that goes on since long ago.
public struct ForgottenView: Modelled, Sendable {
    public let id: String
    public let sinceText: String
    /// When it probably ended.
    public let end: String
    public let date: String
    public let time: String
    public let timeZone: String

    public init(_ session: ClassSession, end: Instant, _ calendar: WallCalendar) {
        id = session.id.text
        sinceText = calendar.dateAndTime(session.startedAt)
        self.end = end.text
        date = calendar.today(end)
        time = calendar.time(end)
        timeZone = calendar.timeZone
    }

    /// The rule by which a class in session seems to be forgotten; `nil` if it does not.
    public static func rule(_ session: ClassSession, now: Instant) -> ForgottenClass? {
        guard session.isInSession else { return nil }
        let plan = session.beganAt == nil ? session.plannedAt : nil
        let forgotten = ForgottenClass(startedAt: session.startedAt, plannedAt: plan, minutes: session.minutes)
        return forgotten.isForgotten(at: now) ? forgotten : nil
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("sinceText", sinceText)
        object.add("end", end)
        object.add("date", date)
        object.add("time", time)
        object.add("timeZone", timeZone)
        return object.model
    }
}
