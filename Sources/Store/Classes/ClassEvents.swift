import Classroom

extension ClassEvent {
    /// SQL condition for class events. An index has the same condition word for word, so that the engine uses it; a new
    /// kind therefore needs a new index, by a migration.
    static let isOne = "kind IN (\(kinds.map { "'\($0.name)'" }.joined(separator: ", ")))"

    private static let kinds: [Kind] = [
        .classStarted, .classPaused, .classResumed, .classSaved, .classDeleted, .classRestored, .attendanceOpened,
        .attendanceClosed, .classUnscheduled,
    ]

    init?(_ row: Row) throws {
        let word = try row.text("kind").split(separator: ".").last.map(String.init) ?? ""
        let event: AttendanceWindow.Event
        if let step = ClassLifeCycle.Step(word: word) {
            event = .step(step)
        } else if let turn = AttendanceWindow.Turn(word: word) {
            event = .turn(turn)
        } else {
            return nil
        }
        self.init(
            event, at: try row.instant("happened_at"), device: try row.identifier("device"),
            sequence: try row.integer("sequence"))
    }
}

extension Connection {
    /// Events of a class, in chronological order.
    func classEvents(of id: Identifier) throws -> [ClassEvent] {
        try rows(
            """
            SELECT kind, happened_at, device, sequence FROM entry WHERE class = $1 AND \(ClassEvent.isOne)
            ORDER BY happened_at, sequence
            """, id
        ).compactMap(ClassEvent.init)
    }
}
