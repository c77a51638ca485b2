/// `class.started`: the instructor checks in at a venue.
public struct ClassStarted: Sendable {
    public let classID: Identifier
    public let venue: Identifier

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        venue = fields.identifier("venue")
    }
}

/// `class.paused`, `.resumed`, `.saved`, `.deleted`, `.restored`: a class goes on to another phase of its life.
public struct ClassStep: Sendable {
    public let step: ClassLifeCycle.Step
    public let classID: Identifier

    public init(_ step: ClassLifeCycle.Step, from fields: inout FieldReader) {
        self.step = step
        classID = fields.identifier("class")
    }
}

/// `class.measured`: the server has found out how warm it is outside.
public struct ClassMeasured: Sendable {
    /// What it can be anywhere on Earth.
    public static let possible = -90.0...60.0

    public let classID: Identifier
    /// Degrees Celsius.
    public let temperature: Double

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        let temperature = fields.number("temperature", Self.possible)
        self.temperature = temperature ?? 0
        if temperature == nil, fields.problems.isEmpty { fields.note("temperature", "required", "This is needed.") }
    }
}

/// `venue.saved`: a place to teach at is noted, or what is known of it changed.
public struct VenueSaved: Sendable {
    /// How long a name and an address may be, in characters.
    public static let mostName = 100
    public static let mostAddress = 200

    public let venue: Identifier
    public let name: String
    public let address: String
    public let position: Position?
    /// Of the geofence, in metres.
    public let radius: Double

    public init(from fields: inout FieldReader) {
        venue = fields.identifier("venue")
        name = fields.text("name", most: Self.mostName)
        address = fields.text("address", most: Self.mostAddress, required: false)
        let latitude = fields.number("latitude", -90...90)
        let longitude = fields.number("longitude", -180...180)
        radius = fields.number("radius", 10...10_000) ?? 100
        if let latitude, let longitude {
            position = Position(latitude: latitude, longitude: longitude)
        } else {
            position = nil
            if (latitude == nil) != (longitude == nil), fields.problems.isEmpty {
                fields.note(
                    latitude == nil ? "latitude" : "longitude", "required", "A position needs both of its numbers.")
            }
        }
    }
}
