import Classroom

/// Time of a class that nobody started and that is over: its attendance can be taken afterwards.
final class PlannedTime: Modelled {
    private let start: Instant
    private let end: Instant

    /// - Returns: `nil` unless the time is over.
    init?(_ session: ClassSession, now: Instant) {
        guard session.phase == .scheduled, let planned = session.plannedAt else { return nil }
        let length = Int64(session.minutes ?? ClassScheduled.usualLength) * 60_000
        (start, end) = (planned, planned.adding(milliseconds: length))
        guard end <= now else { return nil }
    }

    var model: Model {
        var object = ModelObject()
        object.add("start", start.text)
        object.add("end", end.text)
        return object.model
    }
}
