import Classroom

/// Clock of a class in session, with what stops it.
public final class ClassClock: Modelled, Sendable {
    let session: ClassSession
    /// The instructor's other classes in session, which were started on a device unaware of this one.
    private let others: [ClassSession]
    private let calendar: WallCalendar
    private let now: Instant

    private final class Other: Modelled {
        private let session: ClassSession

        init(_ session: ClassSession) { self.session = session }

        var model: Model {
            var object = ModelObject()
            object.add("href", "/classes/" + session.id.text)
            object.add("title", session.courseTitle ?? session.venue)
            return object.model
        }
    }

    public init(_ session: ClassSession, others: [ClassSession], _ calendar: WallCalendar, now: Instant) {
        (self.session, self.others, self.calendar, self.now) = (session, others, calendar, now)
    }

    public var model: Model {
        var object = ModelObject()
        add(to: &object)
        return object.model
    }

    /// Adds the clock to what a page says.
    func add(to object: inout ModelObject) {
        object.add("id", session.id.text)
        object.add("phase", session.phase.rawValue)
        object.add("isRunning", session.phase == .running)
        object.add("isPaused", session.phase == .paused)
        object.add("startedText", "Started " + calendar.time(session.startedAt))
        // Milliseconds since 1970, while the clock runs.
        object.add("runningSince", session.runningSince?.milliseconds)
        // Milliseconds on the clock before.
        object.add("worked", session.worked)
        object.add(
            "durationText",
            WallCalendar.clock(session.worked + (session.runningSince.map { now.since($0) } ?? 0)))
        object.add("others", others.map { Other($0) })
    }
}
