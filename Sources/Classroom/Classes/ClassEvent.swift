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

    /// State of the class at a moment. A start that is taken back later has never been.
    ///
    /// - Parameter startedAt: start time; `nil` if the start is among the events or yet to come.
    public func window(
        startedAt: Instant?, at moment: Instant = Instant(milliseconds: .max)
    ) -> AttendanceWindow {
        var window = AttendanceWindow(startedAt: startedAt)
        for one in self where one.at <= moment || one.step == .unstarted { window.take(one.event, at: one.at) }
        return window
    }
}
