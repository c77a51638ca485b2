import Classroom

/// Effects of registration entries.
extension Book {
    func apply(_ registered: PersonRegistered) throws {
        try add(registered.person, registered.name)
        try connection.run(
            """
            INSERT INTO registration (person, email, gender, university, country, registered_at, maker)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            registered.person, registered.email, registered.gender.rawValue, registered.university,
            registered.country, at, maker)
    }
}
