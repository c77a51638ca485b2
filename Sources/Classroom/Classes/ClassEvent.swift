/// Action of an instructor on a class, as recorded in the journal.
public struct ClassEvent: Sendable {
    public let event: AttendanceWindow.Event
    /// The trusted time.
    public let at: Instant
    public let device: Identifier
    /// The entry's place in the journal.
    public let sequence: Int64

    public init(_ event: AttendanceWindow.Event, at: Instant, device: Identifier, sequence: Int64) {
        self.event = event
        self.at = at
        self.device = device
        self.sequence = sequence
    }

    /// Step of the class's life cycle, if the event is one.
    public var step: ClassLifeCycle.Step? {
        switch event {
        case .step(let step): step
        case .ended: .saved
        case .cancelled: .deleted
        case .turn, .recorded, .corrected: nil
        }
    }
}

extension [ClassEvent] {
    /// Events in chronological order; simultaneous events keep their order.
    var inOrder: [ClassEvent] {
        SortKey.order(map { SortKey(number: $0.at.milliseconds) }).map { self[$0] }
    }

    /// State of the class at a moment.
    ///
    /// - Parameter startedAt: start time; `nil` if the start is among the events or yet to come.
    public func window(
        startedAt: Instant?, at moment: Instant = Instant(milliseconds: .max)
    ) -> AttendanceWindow {
        let events = standing(startedAt: startedAt).filter { $0.at <= moment }
        return AttendanceWindow(startedAt: startedAt, events: events.map { ($0.event, $0.at) })
    }

    /// Events without each start that was taken back, and without what happened from it until then.
    private func standing(startedAt: Instant?) -> [ClassEvent] {
        guard contains(where: { $0.step == .unstarted }) else { return self }
        var (window, standing, start) = (AttendanceWindow(startedAt: startedAt, events: []), [ClassEvent](), 0)
        for one in self {
            let wasInSession = window.life.isInSession
            window.take(one.event, at: one.at)
            if one.step == .unstarted {
                if wasInSession, !window.life.isInSession { standing.removeSubrange(start...) }
                continue
            }
            if one.step == .started, !wasInSession { start = standing.count }
            standing.append(one)
        }
        return standing
    }
}
