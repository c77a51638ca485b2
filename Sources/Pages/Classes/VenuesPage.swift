import Classroom

/// List of venues: those that are offered, or those that are hidden.
public final class VenuesPage: Page, DevicePage {
    public static let template = "classes/venues"
    public let title: String
    let areHidden: Bool
    let back: String
    let search: String
    let venues: [VenueLine]
    let hasHidden: Bool
    let none: Bool
    /// Whether there are no venues, rather than none that match.
    let empty: Bool
    let more: String?
    /// Which venues are on the device, if not all are.
    let onlyText: String?
    public var tab: String? { "/more" }

    /// - Parameter more: address of the next part of the list.
    public init(
        _ venues: [Venue], search: String, areHidden: Bool, hasHidden: Bool, more: String?, onlyText: String? = nil
    ) {
        title = areHidden ? "Hidden Venues" : "Venues"
        self.areHidden = areHidden
        back = areHidden ? "/venues" : "/more"
        self.search = search
        self.venues = venues.map { VenueLine($0) }
        self.hasHidden = hasHidden && !areHidden
        none = venues.isEmpty
        empty = none && search.isEmpty
        (self.more, self.onlyText) = (more, onlyText)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("areHidden", areHidden)
        object.add("back", back)
        object.add("search", search)
        object.add("venues", venues)
        object.add("hasHidden", hasHidden)
        object.add("none", none)
        object.add("empty", empty)
        object.add("more", more)
        object.add("onlyText", onlyText)
        return object.model
    }
}

/// Venue in a list.
public final class VenueLine: Modelled, Sendable {
    let id: String
    let href: String
    let name: String
    let address: String
    let hasPosition: Bool

    init(_ venue: Venue) {
        id = venue.id.text
        href = "/venues/" + id
        name = venue.name
        address = venue.address
        hasPosition = venue.position != nil
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("href", href)
        object.add("name", name)
        object.add("address", address)
        object.add("hasPosition", hasPosition)
        return object.model
    }
}

/// Form for adding or editing a venue, also from elsewhere.
public final class VenuePage: Page, DevicePage {
    public static let template = "classes/venue"
    public let title: String
    let id: String?
    let back: String
    let name: String
    let address: String
    let latitude: Double?
    let longitude: Double?
    /// Position as people write it; "" without one.
    let position: String
    /// Geofence radius in whole metres.
    let radius: Int
    let isHidden: Bool
    /// Venues that were merged into this one.
    let merged: [VenueLine]
    /// Venues that this one may turn out to be: nearest first where its position is known.
    let others: [Choice]
    let mayMerge: Bool
    public var tab: String? { "/more" }

    /// - Parameter venue: venue to edit; `nil` for a new one.
    public init(_ venue: Venue?, merged: [Venue], others: [Venue]) {
        title = venue?.name ?? "New Venue"
        id = venue?.id.text
        back = venue?.isHidden == true ? "/venues?hidden=1" : "/venues"
        name = venue?.name ?? ""
        address = venue?.address ?? ""
        latitude = venue?.position?.latitude
        longitude = venue?.position?.longitude
        position = venue?.position?.text ?? ""
        radius = Int(nearest: venue?.radius ?? VenueSaved.usualRadius) ?? 0
        isHidden = venue?.isHidden ?? false
        self.merged = merged.map { VenueLine($0) }
        var choices: [Choice] = []
        for one in others where one.id != venue?.id {
            let label = one.address.isEmpty ? one.name : one.name + ", " + one.address
            choices.append(Choice(value: one.id.text, label: label, selected: false))
        }
        self.others = choices
        mayMerge = venue != nil && !choices.isEmpty
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("id", id)
        object.add("back", back)
        object.add("name", name)
        object.add("address", address)
        object.add("latitude", latitude)
        object.add("longitude", longitude)
        object.add("position", position)
        object.add("radius", radius)
        object.add("isHidden", isHidden)
        object.add("merged", merged)
        object.add("others", others)
        object.add("mayMerge", mayMerge)
        return object.model
    }
}
