import Classroom

/// List of venues: those that are offered, or those that are hidden.
public final class VenuesPage: Page, DevicePage {
    public static let template = "classes/venues"
    public var title: String { areHidden ? "Hidden Venues" : "Venues" }
    public var tab: String? { "/more" }
    private let venues: [Venue]
    private let search: String
    private let areHidden: Bool
    private let hasHidden: Bool
    private let more: String?
    /// Which venues are on the device, if not all are.
    private let onlyText: String?

    /// - Parameter more: address of the next part of the list.
    public init(
        _ venues: [Venue], search: String, areHidden: Bool, hasHidden: Bool, more: String?, onlyText: String? = nil
    ) {
        (self.venues, self.search, self.areHidden, self.hasHidden) = (venues, search, areHidden, hasHidden)
        (self.more, self.onlyText) = (more, onlyText)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("areHidden", areHidden)
        object.add("back", areHidden ? "/venues" : "/more")
        object.add("search", search)
        object.add("venues", venues.map { VenueLine($0) })
        object.add("hasHidden", hasHidden && !areHidden)
        object.add("none", venues.isEmpty)
        // There are no venues, rather than none that match.
        object.add("empty", venues.isEmpty && search.isEmpty)
        object.add("more", more)
        object.add("onlyText", onlyText)
        return object.model
    }
}

/// Venue in a list.
public final class VenueLine: Modelled, Sendable {
    private let venue: Venue

    init(_ venue: Venue) { self.venue = venue }

    public var model: Model {
        var object = ModelObject()
        let id = venue.id.text
        object.add("id", id)
        object.add("href", "/venues/" + id)
        object.add("name", venue.name)
        object.add("address", venue.address)
        object.add("hasPosition", venue.position != nil)
        return object.model
    }
}

/// Form for adding or editing a venue, also from elsewhere.
public final class VenuePage: Page, DevicePage {
    public static let template = "classes/venue"
    public var title: String { venue?.name ?? "New Venue" }
    public var tab: String? { "/more" }
    private let venue: Venue?
    /// Venues that were merged into this one.
    private let merged: [Venue]
    /// Venues that this one may turn out to be: nearest first where its position is known.
    private let others: [Venue]

    /// - Parameter venue: venue to edit; `nil` for a new one.
    public init(_ venue: Venue?, merged: [Venue], others: [Venue]) {
        (self.venue, self.merged, self.others) = (venue, merged, others)
    }

    public var model: Model {
        var object = ModelObject()
        let (isHidden, position) = (venue?.isHidden ?? false, venue?.position)
        object.add("title", title)
        object.add("id", venue?.id.text)
        object.add("back", isHidden ? "/venues?hidden=1" : "/venues")
        object.add("name", venue?.name ?? "")
        object.add("address", venue?.address ?? "")
        object.add("latitude", position?.latitude)
        object.add("longitude", position?.longitude)
        // As people write it; "" without one.
        object.add("position", position?.text ?? "")
        // In whole metres.
        object.add("radius", Int(nearest: venue?.radius ?? VenueSaved.usualRadius) ?? 0)
        object.add("isHidden", isHidden)
        object.add("merged", merged.map { VenueLine($0) })
        var choices: [Choice] = []
        for one in others where one.id != venue?.id {
            let label = one.address.isEmpty ? one.name : one.name + ", " + one.address
            choices.append(Choice(value: one.id.text, label: label, selected: false))
        }
        object.add("others", choices)
        object.add("mayMerge", venue != nil && !choices.isEmpty)
        return object.model
    }
}
