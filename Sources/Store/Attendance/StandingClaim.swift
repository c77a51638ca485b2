import Classroom

extension Journal {
    /// The number of the claim by which a student counts as present, if what they claim now says nothing more. Such a
    /// claim is answered, but not kept, and nobody is told.
    ///
    /// An instructor's mark may be withdrawn, so beside that a claim is kept.
    func standingClaim(of entry: Entry, _ incoming: IncomingEntry) throws -> Int64? {
        guard case .attendanceClaimed(let claimed) = entry.payload, let student = maker.person else { return nil }
        return try connection.first(
            """
            SELECT entry.sequence
            FROM mark JOIN entry ON entry.class = mark.class AND entry.person = mark.person
                 AND \(AttendanceWord.isOne) AND kind = 'attendance.claimed' AND happened_at = mark.at
            WHERE mark.class = $1 AND mark.person = $2 AND is_present = 1 AND how <> 'instructor' AND mark.at <= $3
            """,
            claimed.classID, student, incoming.happenedAt(entry, received: now)
        )?.integer("sequence")
    }
}
