import Classroom

/// What an instructor can do with a class of a course that has not started.
public struct PlannedBoard: Sendable {
    public let id: String
    public let venueID: String
    public let canStart: Bool
    /// When a class is planned that is not to begin for more than an hour: whoever starts it is asked.
    public let earlyText: String?
    /// When a class was planned that nobody started and whose time is over: its attendance can be taken afterwards.
    public let planned: PlannedTime?
    public let canMove: Bool
    public let canRestore: Bool

    /// Milliseconds before a class in which it is started without a question.
    private static let soon: Int64 = 3_600_000

    public struct PlannedTime: Modelled, Sendable {
        let start: String
        let end: String

        /// - Returns: `nil` unless the time is over.
        init?(_ session: ClassSession, now: Instant) {
            guard session.phase == .scheduled, let planned = session.plannedAt else { return nil }
            let length = Int64(session.minutes ?? ClassScheduled.usualLength) * 60_000
            let end = planned.adding(milliseconds: length)
            guard end <= now else { return nil }
            (start, self.end) = (planned.text, end.text)
        }

        public var model: Model {
            var object = ModelObject()
            object.add("start", start)
            object.add("end", end)
            return object.model
        }
    }

    public init(_ session: ClassSession, _ calendar: WallCalendar, now: Instant) {
        id = session.id.text
        venueID = session.venueID.text
        canStart = session.phase == .scheduled
        earlyText = session.plannedAt.flatMap {
            $0.since(now) > Self.soon ? calendar.dateAndTime($0) : nil
        }
        planned = PlannedTime(session, now: now)
        canMove = session.phase == .scheduled
        canRestore = session.phase == .cancelled
    }
}
