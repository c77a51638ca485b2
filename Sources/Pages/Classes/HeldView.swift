import Classroom

/// When a class of a course took place that is over, and what was put right of it.
public final class HeldView: Modelled, Sendable {
    private let row: SessionRow
    private let history: [String]

    /// - Parameter history: what was put right, newest first.
    /// - Returns: `nil` unless the class is over.
    public init?(_ session: ClassSession, _ calendar: WallCalendar, history: [String]) {
        guard session.phase == .saved else { return nil }
        (row, self.history) = (SessionRow(session, calendar), history)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("startedText", row.startedText)
        object.add("endedText", row.endedText)
        object.add("durationText", row.durationText)
        object.add("pausedText", WallCalendar.pause(row.session.paused))
        object.add("history", history)
        object.add("hasHistory", !history.isEmpty)
        object.add("correctHref", "/classes/" + row.session.id.text + "/correct")
        return object.model
    }
}
