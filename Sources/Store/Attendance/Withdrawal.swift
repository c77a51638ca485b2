import Classroom

/// `attendance.withdrawn`: the instructor takes back the latest word on a student at a class. What was known without it
/// stands again: an earlier word, the student's claim as it was judged, or nothing.
extension Book {
    func withdraw(_ reference: AttendanceReference) throws {
        let session = try ownClass(reference.classID)
        let before = try earlierMark(reference.classID, reference.person)
        // The entry itself is among them by now.
        let words: [Kind] = [.attendanceMarked, .attendanceCleared]
        guard try said(of: reference).contains(where: { words.contains($0.kind) }) else {
            throw Problem.invalid("person", "unmarked", "There is no word on this person to take back.")
        }
        try settle(reference, instead: before, phase: session.text("phase"))
    }

    /// Whether something was taken back that was said of a student: then a new word does not simply follow the last.
    func hasWithdrawal(_ reference: AttendanceReference) throws -> Bool {
        try connection.first(
            """
            SELECT id FROM entry WHERE class = $1 AND person = $2 AND kind = '\(Kind.attendanceWithdrawn.rawValue)'
            AND +sequence < $3 LIMIT 1
            """, reference.classID, reference.person, sequence) != nil
    }

    /// Works out anew, from all that was said of a student, how they stand.
    func settle(_ reference: AttendanceReference, instead before: Mark?, phase: String) throws {
        let mark = try said(of: reference).standing.mark
        try set(mark, in: reference.classID, of: reference.person, instead: before, phase: phase)
    }

    /// What has been said of a student, by the student too, in the order of time.
    private func said(of reference: AttendanceReference) throws -> [Said] {
        try connection.rows(
            """
            SELECT kind, maker, at, received, fields FROM entry
            WHERE class = $1 AND person = $2 AND +sequence <= $3 AND kind IN
                  ('attendance.marked', 'attendance.cleared', 'attendance.claimed', 'attendance.withdrawn')
            ORDER BY at, sequence
            """, reference.classID, reference.person, sequence
        ).compactMap(Said.init)
    }
}

/// A word on a student's attendance, by the instructor or by the student.
private struct Said {
    let kind: Kind
    let maker: Identifier
    let at: Instant
    let received: Instant
    let finding: AttendanceClaimed.Finding?

    init?(_ row: Row) throws {
        guard let kind = Kind(rawValue: try row.text("kind")), let maker = try row.optionalIdentifier("maker") else {
            return nil
        }
        self.kind = kind
        self.maker = maker
        at = try row.instant("at")
        received = try row.instant("received")
        var finding: AttendanceClaimed.Finding?
        if kind == .attendanceClaimed {
            var fields = FieldReader(try CanonicalFields.fields(row.text("fields")), isStored: true)
            if case .stored(let found) = AttendanceClaimed(from: &fields).evidence { finding = found }
        }
        self.finding = finding
    }

    var isByInstructor: Bool { kind != .attendanceClaimed }

    var word: Mark { Mark(isPresent: kind == .attendanceMarked, at: at, isByInstructor: true, maker: maker) }

    /// The claim as it was judged when it came; it was not refused, or it would not be in the journal.
    var claim: Mark {
        let doubt: Claim.Doubt? =
            switch finding?.answer {
            case .inside?, .outside?: Claim.isLate(at: at, received: received) ? .late : nil
            case .borderline?: .borderline
            case nil: finding == nil ? .noPosition : .noFence
            }
        return Mark(
            isPresent: doubt == nil, at: at, isByInstructor: false, maker: maker, doubt: doubt,
            distance: finding?.distance, accuracy: finding?.accuracy)
    }
}

extension [Said] {
    /// What is left of it: each withdrawal takes the instructor's latest word before it along.
    fileprivate var standing: [Said] {
        reduce(into: []) { standing, said in
            if said.kind != .attendanceWithdrawn {
                standing.append(said)
            } else if let last = standing.lastIndex(where: \.isByInstructor) {
                standing.remove(at: last)
            }
        }
    }

    /// How a student stands of whom this was said.
    fileprivate var mark: Mark? {
        guard let last = lastIndex(where: \.isByInstructor) else {
            return first { $0.claim.isPresent }?.claim ?? self.last?.claim
        }
        // Who claims after having been cleared waits.
        guard self[last].kind == .attendanceCleared, last < endIndex - 1 else { return self[last].word }
        return self[endIndex - 1].claim.doubted(.cleared)
    }
}
