import Classroom

/// Effects of venue entries.
extension Book {
    func apply(_ saved: VenueSaved) throws {
        let key = SearchKey.fold(saved.name)
        try connection.run(
            """
            INSERT INTO venue (id, name, name_key, address, latitude, longitude, radius)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (id) DO UPDATE
            SET name = $2, name_key = $3, address = $4, latitude = $5, longitude = $6, radius = $7
            """,
            saved.venue, saved.name, key, saved.address, saved.position?.latitude, saved.position?.longitude,
            saved.radius)
        try connection.run("UPDATE class SET venue_key = $2 WHERE venue = $1", saved.venue, key)
    }
}
