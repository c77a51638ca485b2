import Classroom

/// Action of an instructor on a class, as recorded in the journal.
struct ClassEvent {
    let event: AttendanceWindow.Event
    let at: Instant
    let device: Identifier
    /// The entry's place in the journal.
    let sequence: Int64

    /// SQL condition for class events. An index has the same condition word for word, so that the engine uses it; a new
    /// kind therefore needs a new index, by a migration.
    static let isOne = "kind IN (\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"

    private static let kinds: [Kind] = [
        .classStarted, .classPaused, .classResumed, .classSaved, .classDeleted, .classRestored, .attendanceOpened,
        .attendanceClosed,
    ]

    init(_ event: AttendanceWindow.Event, at: Instant, device: Identifier, sequence: Int64) {
        self.event = event
        self.at = at
        self.device = device
        self.sequence = sequence
    }

    init?(_ row: Row) throws {
        let word = try row.text("kind").split(separator: ".").last.map(String.init) ?? ""
        if let step = ClassLifeCycle.Step(word: word) {
            event = .step(step)
        } else if let turn = AttendanceWindow.Turn(word: word) {
            event = .turn(turn)
        } else {
            return nil
        }
        at = try row.instant("happened_at")
        device = try row.identifier("device")
        sequence = try row.integer("sequence")
    }

    /// Step of the class's life cycle, if the event is one.
    var step: ClassLifeCycle.Step? {
        if case .step(let step) = event { step } else { nil }
    }
}

extension [ClassEvent] {
    /// Events in chronological order; simultaneous events keep their order.
    var inOrder: [ClassEvent] {
        // `sorted` is stable.
        sorted { $0.at < $1.at }
    }

    /// State of the class at a moment.
    ///
    /// - Parameter startedAt: start time; `nil` if the start is among the events or yet to come.
    func window(startedAt: Instant?, at moment: Instant = Instant(milliseconds: .max)) -> AttendanceWindow {
        AttendanceWindow(startedAt: startedAt, events: filter { $0.at <= moment }.map { ($0.event, $0.at) })
    }
}

extension Connection {
    /// Events of a class before a place in the journal, in chronological order.
    func classEvents(of id: Identifier, before sequence: Int64 = .max) throws -> [ClassEvent] {
        // The unary plus stops SQLite from using the index of all entries of the class, few of which are of these kinds
        // (https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_).
        try rows(
            """
            SELECT kind, happened_at, device, sequence FROM entry WHERE class = $1 AND +sequence < $2 AND \(ClassEvent.isOne)
            ORDER BY happened_at, sequence
            """, id, sequence
        ).compactMap(ClassEvent.init)
    }
}
