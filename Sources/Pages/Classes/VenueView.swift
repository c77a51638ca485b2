import Classroom

/// Venue to choose: saved, or found by a provider and saved when chosen.
public final class VenueView: Modelled, Sendable {
    /// UUID of a saved venue; found venues have a `key` instead.
    public let id: String?
    public let key: String?
    public let name: String
    public let address: String
    public let latitude: Double?
    public let longitude: Double?
    /// Geofence radius in metres.
    public let radius: Double
    /// Distance in metres.
    public let distance: Int?
    public let distanceText: String?
    /// Provider of a venue that is not saved.
    public let source: String?
    /// Whether the venue is not offered any more.
    public let isHidden: Bool

    /// Sort key.
    public var metres: Double { distance.map { Double($0) } ?? .infinity }

    public init(_ venue: Venue) {
        id = venue.id.text
        key = nil
        name = venue.name
        address = venue.address
        latitude = venue.position?.latitude
        longitude = venue.position?.longitude
        radius = venue.radius
        distance = venue.distance.flatMap { Int(nearest: $0) }
        distanceText = venue.distance.map { Distance.words($0) }
        source = nil
        isHidden = venue.isHidden
    }

    /// - Parameter metres: distance of a venue that a provider found.
    public init(
        found key: String, _ name: String, _ address: String, _ position: Position, distance metres: Double,
        source: String
    ) {
        id = nil
        self.key = key
        self.name = name
        self.address = address
        latitude = position.latitude
        longitude = position.longitude
        radius = 100
        distance = Int(nearest: metres)
        distanceText = Distance.words(metres)
        self.source = source
        isHidden = false
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("key", key)
        object.add("name", name)
        object.add("address", address)
        object.add("latitude", latitude)
        object.add("longitude", longitude)
        object.add("radius", radius)
        object.add("distance", distance)
        object.add("distanceText", distanceText)
        object.add("source", source)
        object.add("isHidden", isHidden)
        return object.model
    }
}
