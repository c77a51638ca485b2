/// `attendance.marked`, `attendance.cleared`, `attendance.withdrawn`: the instructor marks a person present at a class,
/// or absent, or takes the latest such word back.
public struct AttendanceReference: Sendable {
    public let classID: Identifier
    public let person: Identifier

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        person = fields.identifier("person")
    }
}

/// Payload of `attendance.opened` and `attendance.closed`: whether students can mark themselves present.
public struct AttendanceTurned: Sendable {
    public let turn: AttendanceWindow.Turn
    public let classID: Identifier

    public init(_ turn: AttendanceWindow.Turn, from fields: inout FieldReader) {
        self.turn = turn
        classID = fields.identifier("class")
    }
}
