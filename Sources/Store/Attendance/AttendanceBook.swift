import Classroom

/// What entries about attendance do.
extension Book {
    /// Of several marks of one person at one class the latest counts, by the time it was made.
    func mark(_ named: AttendanceNamed, present: Bool) throws {
        let row = try ownClass(named.classID)
        guard let maker, try row.text("phase") != ClassLifeCycle.Phase.deleted.rawValue else {
            throw Problem.invalid("class", "phase", "This class was deleted.")
        }
        let person = try connection.first("SELECT student_id FROM person WHERE id = $1", named.person)
        guard let person else { throw Problem.invalid("person", "notFound", "There is no such person.") }
        guard try person.optionalText("student_id") != nil else {
            throw Problem.invalid("person", "new", "This person is not on the roster yet: there is no student ID.")
        }
        try connection.run(
            """
            INSERT INTO mark (class, person, is_present, at, how, maker) VALUES ($1, $2, $3, $4, 'instructor', $5)
            ON CONFLICT (class, person) DO UPDATE SET is_present = $3, at = $4, how = 'instructor', maker = $5
            WHERE mark.at <= $4
            """, named.classID, named.person, present, at, maker)
        try connection.run(
            "UPDATE class SET attending = (SELECT COUNT(*) FROM mark WHERE class = $1 AND is_present = 1) WHERE id = $1",
            named.classID)
        try recountAttended(of: named.person)
    }

    private func recountAttended(of person: Identifier) throws {
        try connection.run(
            """
            UPDATE person SET attended = (
                SELECT COUNT(*) FROM mark JOIN class ON class.id = mark.class
                WHERE mark.person = $1 AND mark.is_present = 1 AND class.phase = 'saved')
            WHERE id = $1
            """, person)
    }
}
