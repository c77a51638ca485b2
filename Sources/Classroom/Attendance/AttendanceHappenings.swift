/// `attendance.marked`, `attendance.cleared`: the instructor marks a person present at a class, or takes that back.
public struct AttendanceNamed: Sendable {
    public let classID: Identifier
    public let person: Identifier

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        person = fields.identifier("person")
    }
}
