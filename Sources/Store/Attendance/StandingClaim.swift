import Classroom

extension Journal {
    /// The number of an earlier entry that an evidence of presence says nothing beyond. Such an entry is answered, but not
    /// kept, and nobody is told.
    func standing(_ entry: Entry, _ incoming: IncomingEntry) throws -> Int64? {
        guard let student = maker.person else { return nil }
        switch entry.payload {
        case .attendanceClaimed(let claimed):
            return try standingClaim(to: claimed.classID, of: student, entry, incoming)
        case .attendanceConfirmed(let claimed): return try standingConfirmation(at: claimed.classID, of: student)
        default: return nil
        }
    }

    /// The claim by which a student counts as present. An instructor's mark may be withdrawn, so beside that a claim is
    /// kept.
    private func standingClaim(
        to session: Identifier, of student: Identifier, _ entry: Entry, _ incoming: IncomingEntry
    ) throws -> Int64? {
        try connection.first(
            """
            SELECT entry.sequence
            FROM mark JOIN entry ON entry.class = mark.class AND entry.person = mark.person
                 AND \(AttendanceWord.isOne) AND kind = 'attendance.claimed' AND happened_at = mark.at
            WHERE mark.class = $1 AND mark.person = $2 AND is_present = 1 AND how <> 'instructor' AND mark.at <= $3
            """,
            session, student, incoming.happenedAt(entry, received: now)
        )?.integer("sequence")
    }

    /// The confirmation by which a student has answered the instructor's latest question.
    private func standingConfirmation(at session: Identifier, of student: Identifier) throws -> Int64? {
        guard let asked = try connection.reconfirmation(of: session) else { return nil }
        return try connection.first(
            "SELECT sequence FROM reconfirmed WHERE reconfirmation = $1 AND person = $2 AND doubt IS NULL",
            asked.id, student
        )?.integer("sequence")
    }
}
