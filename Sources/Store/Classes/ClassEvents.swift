import Classroom

extension ClassEvent {
    /// SQL condition for class events. An index has the same condition word for word, so that the engine uses it; a new
    /// kind therefore needs a new index, by a migration.
    static let isOne = Kind.isOne(
        of: .classStarted, .classPaused, .classResumed, .classSaved, .classDeleted, .classRestored, .attendanceOpened,
        .attendanceClosed, .classUnscheduled, .classRecorded, .classCorrected, .classUnstarted)

    /// Columns from which an event is read.
    static let columns = "kind, happened_at, device, sequence, fields"

    init?(_ row: Row) throws {
        let kind = try row.text("kind")
        let event: AttendanceWindow.Event
        if let turn = AttendanceWindow.Turn(word: kind.split(separator: ".").last.map(String.init) ?? "") {
            event = .turn(turn)
        } else if let told = try ClassPayload(row, kind)?.event {
            event = told
        } else {
            return nil
        }
        self.init(
            event, at: try row.instant("happened_at"), device: try row.identifier("device"),
            sequence: try row.integer("sequence"))
    }
}

extension ClassPayload {
    /// Payload of an entry about a class; `nil` for another. The journal keeps the class itself in a column.
    init?(_ row: Row, _ kind: String) throws {
        guard let known = Kind.named(kind) else { return nil }
        var reader = FieldReader(try CanonicalFields.fields(row.text("fields")), isStored: true)
        guard case .session(let payload) = known.read(&reader) else { return nil }
        self = payload
    }
}

extension Connection {
    /// Events of a class, in chronological order.
    func classEvents(of id: Identifier) throws -> [ClassEvent] {
        try rows(
            """
            SELECT \(ClassEvent.columns) FROM entry WHERE class = $1 AND \(ClassEvent.isOne)
            ORDER BY happened_at, sequence
            """, id
        ).compactMap(ClassEvent.init)
    }
}
