/// Payload of `venue.saved`: a venue is added or edited.
public struct VenueSaved: Sendable {
    /// Maximum length of a name and of an address, in characters.
    public static let mostName = 100
    public static let mostAddress = 200
    /// Usual geofence radius in metres.
    public static let usualRadius = 100.0

    public let venue: Identifier
    public let name: String
    public let address: String
    public let position: Position?
    /// Geofence radius in metres.
    public let radius: Double
    /// What stays as it is at a venue that is there, since it was not touched: somebody else may have changed it meanwhile.
    var keepsName: Bool
    var keepsAddress: Bool
    var keepsPosition: Bool
    var keepsRadius: Bool

    public init(from fields: inout FieldReader) {
        venue = fields.identifier("venue")
        keepsName = fields.flag("keepsName") ?? false
        keepsAddress = fields.flag("keepsAddress") ?? false
        keepsPosition = fields.flag("keepsPosition") ?? false
        keepsRadius = fields.flag("keepsRadius") ?? false
        name = fields.text("name", most: Self.mostName)
        address = fields.text("address", most: Self.mostAddress, required: false)
        let latitude = fields.number("latitude", -90...90)
        let longitude = fields.number("longitude", -180...180)
        radius = fields.number("radius", 10...10_000) ?? Self.usualRadius
        if let latitude, let longitude {
            position = Position(latitude: latitude, longitude: longitude)
        } else {
            position = nil
            if (latitude == nil) != (longitude == nil), fields.problems.isEmpty {
                let lacking = latitude == nil ? "latitude" : "longitude"
                fields.note(lacking, "required", "A position needs a latitude and a longitude.")
            }
        }
    }
}

/// Payload of `venue.hidden`, `venue.shown` and `venue.separated`.
public struct VenueReference: Sendable {
    public let venue: Identifier

    public init(from fields: inout FieldReader) {
        venue = fields.identifier("venue")
    }
}

/// Payload of `venue.merged`: a venue turned out to be another one.
public struct VenueMerged: Sendable {
    public let venue: Identifier
    public let into: Identifier

    public init(from fields: inout FieldReader) {
        venue = fields.identifier("venue")
        into = fields.identifier("into", missing: "Choose a venue.")
    }
}
