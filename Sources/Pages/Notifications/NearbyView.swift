import Classroom

/// Offer to a student to be told when a class starts, if they are there.
public final class NearbyView: Modelled, Sendable {
    let id: String
    let venue: String
    /// Planned start in milliseconds since 1970.
    let planned: Int64

    /// - Returns: `nil` unless the class is to come and its students mark themselves present.
    public init?(_ session: ClassSession, _ policy: AttendancePolicy) {
        guard session.phase == .scheduled, let planned = session.plannedAt, policy.evidence != .instructor else {
            return nil
        }
        id = session.id.text
        venue = session.venue
        self.planned = planned.milliseconds
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("venue", venue)
        object.add("planned", planned)
        return object.model
    }
}
