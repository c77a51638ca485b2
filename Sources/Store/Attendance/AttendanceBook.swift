import Classroom

/// What entries about attendance do.
extension Book {
    /// Of several marks of one person at one class the latest counts, by the time it was made.
    func mark(_ named: AttendanceNamed, present: Bool) throws {
        let row = try ownClass(named.classID)
        let phase = try row.text("phase")
        guard let maker, phase != ClassLifeCycle.Phase.deleted.rawValue else {
            throw Problem.invalid("class", "phase", "This class was deleted.")
        }
        let person = try connection.first("SELECT student_id FROM person WHERE id = $1", named.person)
        guard let person else { throw Problem.invalid("person", "notFound", "There is no such person.") }
        guard try person.optionalText("student_id") != nil else {
            throw Problem.invalid("person", "new", "This person is not on the roster yet: there is no student ID.")
        }
        let before = try connection.first(
            "SELECT is_present, at FROM mark WHERE class = $1 AND person = $2", named.classID, named.person)
        if let before, try before.instant("at") > at { return }
        try connection.run(
            """
            INSERT INTO mark (class, person, is_present, at, how, maker) VALUES ($1, $2, $3, $4, 'instructor', $5)
            ON CONFLICT (class, person) DO UPDATE SET is_present = $3, at = $4, how = 'instructor', maker = $5
            """, named.classID, named.person, present, at, maker)
        if try (before?.flag("is_present") ?? false) != present {
            try count(named, present ? 1 : -1, isSaved: phase == ClassLifeCycle.Phase.saved.rawValue)
        }
    }

    /// Sessions attended are those at saved classes.
    private func count(_ named: AttendanceNamed, _ change: Int, isSaved: Bool) throws {
        try connection.run("UPDATE class SET attending = attending + $2 WHERE id = $1", named.classID, change)
        if isSaved {
            try connection.run("UPDATE person SET attended = attended + $2 WHERE id = $1", named.person, change)
        }
    }
}
