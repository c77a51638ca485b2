import Classroom

/// Venues as an instructor keeps them.
extension DeviceBook {
    func venuesPage(_ request: DeviceRequest) -> VenuesPage? {
        guard request.isBestAnswered(here: areVenuesChangedHere) else { return nil }
        let areHidden = request.query.words("hidden").isSame(as: "1")
        let listed = venues(areHidden: areHidden)
        return VenuesPage(
            request.search.isEmpty
                ? listed.map { $0.venue(from: nil) } : venues(listed, near: nil, search: request.search),
            search: request.search, areHidden: areHidden, hasHidden: !venues(areHidden: true).isEmpty, more: nil,
            onlyText: only(hasMore.venues, "first", listed.count, "venues", request.search))
    }

    func venuePage(_ id: Identifier, _ request: DeviceRequest) -> VenuePage? {
        guard request.isBestAnswered(here: areVenuesChangedHere), let known = venueShown(id) else { return nil }
        let venue = known.venue(from: nil)
        return VenuePage(
            venue, merged: byName(venues.filter { $0.mergedInto == venue.id }).prefix(100).map { $0.venue(from: nil) },
            others: venues(venues(areHidden: false), near: venue.position, search: ""))
    }
}
