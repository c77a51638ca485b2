import Classroom
import Hummingbird
import Pages
import Store

/// Routes for the venues of the book.
struct VenueRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("venues") { request, context in
            let (search, after) = (request.query("search"), request.query("after"))
            let areHidden = request.query("hidden") == "1"
            async let part = site.store.venueList(
                search: search, areHidden: areHidden, after: after.isEmpty ? nil : after)
            async let hasHidden = site.store.hasHiddenVenues()
            let page = try await VenuesPage(part, search: search, areHidden: areHidden, hasHidden: hasHidden)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("venues/new") { request, context in
            try site.answer(VenuePage(nil, merged: [], others: []), request, context.signedIn)
        }
        instructors.get("venues/:id") { request, context in
            let venue = try await site.store.venue(context.identifier())
            async let merged = site.store.venues(mergedInto: venue.id)
            async let others = site.store.venues(near: venue.position)
            let page = try await VenuePage(venue, merged: merged, others: others)
            return try site.answer(page, request, context.signedIn)
        }
    }
}

/// List of venues: those that are offered, or those that are hidden.
struct VenuesPage: Page {
    static let template = "classes/venues"
    let title: String
    let areHidden: Bool
    let back: String
    let search: String
    let venues: [VenueLine]
    let hasHidden: Bool
    let none: Bool
    /// Whether there are no venues, rather than none that match.
    let empty: Bool
    let more: String?
    var tab: String? { "/more" }

    init(_ part: ListPage<Venue>, search: String, areHidden: Bool, hasHidden: Bool) {
        title = areHidden ? "Hidden Venues" : "Venues"
        self.areHidden = areHidden
        back = areHidden ? "/venues" : "/more"
        self.search = search
        venues = part.elements.map(VenueLine.init)
        self.hasHidden = hasHidden && !areHidden
        none = venues.isEmpty
        empty = none && search.isEmpty
        more = part.next.map { href("/venues", [("hidden", areHidden ? "1" : ""), ("after", $0.text)]) }
    }

    var model: Model {
        [
            "title": title.model, "areHidden": areHidden.model, "back": back.model, "search": search.model,
            "venues": venues.model, "hasHidden": hasHidden.model, "none": none.model, "empty": empty.model,
            "more": more.model,
        ]
    }
}

/// Venue in a list.
struct VenueLine: Modelled, Sendable {
    let id: String
    let href: String
    let name: String
    let address: String
    let hasPosition: Bool

    init(_ venue: Venue) {
        id = venue.id.text
        href = "/venues/\(venue.id)"
        name = venue.name
        address = venue.address
        hasPosition = venue.position != nil
    }

    var model: Model {
        [
            "id": id.model, "href": href.model, "name": name.model, "address": address.model,
            "hasPosition": hasPosition.model,
        ]
    }
}

/// Form for adding or editing a venue, also from elsewhere.
struct VenuePage: Page {
    static let template = "classes/venue"
    let title: String
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
    var tab: String? { "/more" }

    /// - Parameter venue: venue to edit; `nil` for a new one.
    init(_ venue: Venue?, merged: [Venue], others: [Venue]) {
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
        self.merged = merged.map(VenueLine.init)
        self.others = others.filter { $0.id != venue?.id }.map {
            Choice(
                value: $0.id.text, label: $0.address.isEmpty ? $0.name : "\($0.name), \($0.address)", selected: false)
        }
        mayMerge = venue != nil && !self.others.isEmpty
    }

    var model: Model {
        [
            "title": title.model, "id": id.model, "back": back.model, "name": name.model, "address": address.model,
            "latitude": latitude.model, "longitude": longitude.model, "position": position.model,
            "radius": radius.model, "isHidden": isHidden.model, "merged": merged.model, "others": others.model,
            "mayMerge": mayMerge.model,
        ]
    }
}
