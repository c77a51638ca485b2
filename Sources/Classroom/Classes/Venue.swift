/// Venue, as shown on pages.
public final class Venue: Sendable {
    public let id: Identifier
    public let name: String
    public let address: String
    public let position: Position?
    /// Geofence radius in metres.
    public let radius: Double
    /// Whether the venue is not offered any more.
    public let isHidden: Bool
    /// Distance from the requested position in metres.
    public let distance: Double?

    public init(
        id: Identifier, name: String, address: String, position: Position?, radius: Double, isHidden: Bool,
        distance: Double?
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.position = position
        self.radius = radius
        self.isHidden = isHidden
        self.distance = distance
    }
}
