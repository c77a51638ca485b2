import Classroom

extension AttendanceWord {
    /// SQL condition for words on attendance. An index has the same condition word for word, so that the engine uses it.
    static let isOne = Kind.isOne(
        of: .attendanceClaimed, .attendanceMarked, .attendanceCleared, .attendanceWithdrawn)

    init(_ row: Row) throws {
        let word = try row.text("kind")
        guard let kind = Kind.named(word) else { throw UnexpectedValue(column: "kind", value: .text(word)) }
        var shown: AttendanceClaimed.Stored?
        var isOwn = false
        if kind == .attendanceClaimed || kind == .attendanceWithdrawn {
            var fields = FieldReader(try CanonicalFields.fields(row.text("fields")), isStored: true)
            if kind == .attendanceWithdrawn {
                isOwn = AttendanceReference(from: &fields, takesBack: true).isOwn
            } else if case .stored(let evidence) = AttendanceClaimed(from: &fields).evidence {
                shown = evidence
            }
        }
        self.init(
            kind, of: try row.identifier("person"), by: try row.identifier("maker"),
            device: try row.identifier("device"), at: try row.instant("happened_at"),
            received: try row.instant("received"), sequence: try row.integer("sequence"), isOwn: isOwn, evidence: shown)
    }
}
