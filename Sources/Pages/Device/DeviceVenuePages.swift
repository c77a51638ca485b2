import Classroom

/// Venues as an instructor keeps them.
extension DeviceBook {
    func venuesPage(_ request: DeviceRequest) -> VenuesPage? {
        guard request.isBestAnswered(here: areVenuesChangedHere) else { return nil }
        let areHidden = request.query.words("hidden").isSame(as: "1")
        let (listed, hidden) = (venues(areHidden: areHidden), venues(areHidden: true))
        // Those that are offered were taken along first.
        let isPart = hasMore.venues && (areHidden || hidden.isEmpty)
        return VenuesPage(
            request.search.isEmpty
                ? listed.map { $0.venue(from: nil) } : venues(listed, near: nil, search: request.search),
            search: request.search, areHidden: areHidden, hasHidden: !hidden.isEmpty || hasMore.venues, more: nil,
            onlyText: only(isPart, "first", listed.count, "venues", request.search))
    }

    func venuePage(_ id: Identifier, _ request: DeviceRequest) -> VenuePage? {
        guard request.isBestAnswered(here: areVenuesChangedHere), let known = venueShown(id) else { return nil }
        let venue = known.venue(from: nil)
        let merged = venues.filter { $0.id != venue.id && venueShown($0.id)?.id == venue.id }
        return VenuePage(
            venue, merged: byName(merged).prefix(100).map { $0.venue(from: nil) },
            others: venues(venues(areHidden: false), near: venue.position, search: ""))
    }
}
