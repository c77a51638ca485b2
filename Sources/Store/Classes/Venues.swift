import Classroom

/// Venue.
public struct Venue: Sendable {
    public let id: Identifier
    public let name: String
    public let address: String
    public let position: Position?
    /// Geofence radius in metres.
    public let radius: Double
    /// Distance from the requested position in metres.
    public let distance: Double?
}

extension Store {
    /// Saved venues whose name or address contains every word of `search`, at most 100: nearest first where a position
    /// is known, then by name.
    public func venues(near position: Position?, search: String = "") async throws -> [Venue] {
        let wanted = SearchKey.words([search])
        return try await database.read { connection in
            // Reads every venue, since the nearest are known only once all distances are; a row is small.
            let rows = try connection.rows(
                "SELECT id, name, address, latitude, longitude, radius FROM venue ORDER BY name_key, id")
            let found = try rows.compactMap { row -> Venue? in
                let venue = try Venue(row, from: position)
                let words = wanted.isEmpty ? [] : SearchKey.words([venue.name, venue.address])
                return SearchKey.isFound(wanted, in: words) ? venue : nil
            }
            guard position != nil else { return Array(found.prefix(100)) }
            let placed = found.enumerated().sorted {
                ($0.element.distance ?? .infinity, $0.offset) < ($1.element.distance ?? .infinity, $1.offset)
            }
            return placed.prefix(100).map(\.element)
        }
    }
}

extension Venue {
    init(_ row: Row, from origin: Position?) throws {
        id = try row.identifier("id")
        name = try row.text("name")
        address = try row.text("address")
        radius = try row.real("radius")
        if let latitude = try row.optionalReal("latitude"), let longitude = try row.optionalReal("longitude") {
            let place = Position(latitude: latitude, longitude: longitude)
            self.position = place
            distance = origin.map { place.distance(to: $0) }
        } else {
            position = nil
            distance = nil
        }
    }
}
