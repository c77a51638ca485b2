import Classroom

extension Book {
    /// `attendance.withdrawn`: the instructor takes back the latest word on a student at a class. What was known without
    /// that word stands again: an earlier word, the student's claim as it was judged, or nothing.
    func withdraw(_ reference: AttendanceReference) throws {
        let session = try ownClass(reference.classID)
        guard try isSpokenOf(reference) else {
            throw Problem.invalid("person", "unmarked", "There is nothing to take back for this person.")
        }
        try markAnew(reference, phase: session.text("phase"))
    }

    /// Whether the instructor has marked or cleared a student.
    private func isSpokenOf(_ reference: AttendanceReference) throws -> Bool {
        try connection.first(
            """
            SELECT id FROM entry WHERE class = $1 AND person = $2 AND \(AttendanceWord.isOne)
                AND kind IN ('attendance.marked', 'attendance.cleared') LIMIT 1
            """, reference.classID, reference.person) != nil
    }
}
