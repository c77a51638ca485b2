import Classroom

/// When a class of a course took place that is over, and what was put right of it.
public final class HeldView: Modelled, Sendable {
    public let startedText: String
    public let endedText: String?
    public let durationText: String
    public let pausedText: String
    public let history: [String]
    public let correctHref: String

    /// - Parameter history: what was put right, newest first.
    /// - Returns: `nil` unless the class is over.
    public init?(_ session: ClassSession, _ calendar: WallCalendar, history: [String]) {
        guard session.phase == .saved else { return nil }
        let row = SessionRow(session, calendar)
        (startedText, endedText, durationText) = (row.startedText, row.endedText, row.durationText)
        pausedText = WallCalendar.pause(session.paused)
        self.history = history
        correctHref = "/classes/" + session.id.text + "/correct"
    }

    public var model: Model {
        var object = ModelObject()
        object.add("startedText", startedText)
        object.add("endedText", endedText)
        object.add("durationText", durationText)
        object.add("pausedText", pausedText)
        object.add("history", history)
        object.add("hasHistory", (!history.isEmpty).model)
        object.add("correctHref", correctHref)
        return object.model
    }
}
