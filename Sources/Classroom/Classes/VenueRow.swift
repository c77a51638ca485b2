/// Venue, as the book has it.
public struct VenueRow: BookRow {
    public let id: Identifier
    public let name: String
    public let address: String
    public let position: Position?
    /// Radius of the geofence in metres.
    public let radius: Double
    /// Whether the venue is not offered any more.
    public var isHidden = false
    /// Venue that this one turned out to be.
    public var mergedInto: Identifier?
    /// Venue that is shown instead of this one: the last of those that were merged one into the other.
    public var shownAs: Identifier?

    public var key: Identifier { id }

    /// Geofence; `nil` without a position.
    public var fence: Geofence? { position.map { Geofence(centre: $0, radius: radius) } }

    public init(id: Identifier, name: String, address: String, position: Position?, radius: Double) {
        self.id = id
        self.name = name
        self.address = address
        self.position = position
        self.radius = radius
    }

    /// Venue as it is once it was saved; what was hidden or merged stays so.
    ///
    /// - Parameter before: the venue so far, if there was one.
    public init(_ saved: VenueSaved, before: VenueRow?) {
        self.init(
            id: saved.venue, name: saved.keepsName ? before?.name ?? saved.name : saved.name,
            address: saved.keepsAddress ? before?.address ?? saved.address : saved.address,
            position: saved.keepsPosition ? before.map { $0.position } ?? saved.position : saved.position,
            radius: saved.keepsRadius ? before?.radius ?? saved.radius : saved.radius)
        (isHidden, mergedInto, shownAs) = (before?.isHidden ?? false, before?.mergedInto, before?.shownAs)
    }
}
