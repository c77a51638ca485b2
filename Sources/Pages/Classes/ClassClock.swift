import Classroom

/// Clock of a class in session, with what stops it.
public struct ClassClock: Modelled, Sendable {
    public let id: String
    public let phase: String
    public let isRunning: Bool
    public let isPaused: Bool
    public let startedText: String
    /// Milliseconds since 1970, while the clock runs.
    public let runningSince: Int64?
    /// Milliseconds on the clock before `runningSince`.
    public let worked: Int64
    public let durationText: String
    /// The instructor's other classes in session, which were started on a device unaware of this one.
    public let others: [Other]

    public final class Other: Modelled, Sendable {
        let href: String
        let title: String

        fileprivate init(_ session: ClassSession) {
            (href, title) = ("/classes/" + session.id.text, session.courseTitle ?? session.venue)
        }

        public var model: Model {
            var object = ModelObject()
            object.add("href", href)
            object.add("title", title)
            return object.model
        }
    }

    public init(_ session: ClassSession, others: [ClassSession], _ calendar: WallCalendar, now: Instant) {
        self.others = others.map { Other($0) }
        id = session.id.text
        phase = session.phase.rawValue
        isRunning = session.phase == .running
        isPaused = session.phase == .paused
        startedText = "Started " + calendar.time(session.startedAt)
        runningSince = session.runningSince?.milliseconds
        worked = session.worked
        durationText = WallCalendar.clock(session.worked + (session.runningSince.map { now.since($0) } ?? 0))
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("phase", phase)
        object.add("isRunning", isRunning)
        object.add("isPaused", isPaused)
        object.add("startedText", startedText)
        object.add("runningSince", runningSince)
        object.add("worked", worked)
        object.add("durationText", durationText)
        object.add("others", others)
        return object.model
    }
}
