/// What venue entries do.
extension Book {
    mutating func apply(_ saved: VenueSaved) throws(Stop) {
        let id = saved.venue
        var saved = saved
        // What somebody has said otherwise at a later time stays, too.
        if !saved.keepsName { saved.keepsName = try !isLatest(.venueName, of: id) }
        if !saved.keepsAddress { saved.keepsAddress = try !isLatest(.address, of: id) }
        if !saved.keepsPosition { saved.keepsPosition = try !isLatest(.position, of: id) }
        if !saved.keepsRadius { saved.keepsRadius = try !isLatest(.radius, of: id) }
        venues.set(VenueRow(saved, before: try venues.row(id)))
    }

    mutating func setHidden(_ id: Identifier, _ isHidden: Bool) throws(Stop) {
        var venue = try ownVenue(id)
        try checkNotMerged(venue, "venue")
        guard try isLatest(.isHidden, of: id) else { return }
        venue.isHidden = isHidden
        venues.set(venue)
    }

    /// Makes one venue of two. What happened and will happen at the one is shown at the other; each keeps its facts, so
    /// that they can be separated again.
    mutating func apply(_ merged: VenueMerged) throws(Stop) {
        guard merged.venue != merged.into else {
            throw .invalid("into", "same", "A venue cannot be merged with itself. Choose another.")
        }
        var venue = try ownVenue(merged.venue)
        let other = try ownVenue(merged.into, field: "into")
        if venue.mergedInto == other.id { return }
        try checkNotMerged(venue, "venue")
        try checkNotMerged(other, "into")
        guard !other.isHidden else {
            throw .invalid("into", "hidden", "This venue is hidden. Show it again first.")
        }
        venue.mergedInto = other.id
        venues.set(venue)
        try showMerged()
    }

    mutating func separate(_ id: Identifier) throws(Stop) {
        var venue = try ownVenue(id)
        (venue.mergedInto, venue.shownAs) = (nil, nil)
        venues.set(venue)
        try showMerged()
    }

    /// The venue that is shown for an identifier, which may be of one that was merged.
    mutating func venue(_ id: Identifier) throws(Stop) -> VenueRow {
        let own = try ownVenue(id)
        return try own.shownAs.map { other throws(Stop) in try ownVenue(other) } ?? own
    }

    /// Asks for a venue, and for the one that is shown instead once it is there.
    public mutating func wantVenue(_ id: Identifier) {
        venues.want(id)
        if let other = venues.loaded(id)?.shownAs { venues.want(other) }
    }

    private mutating func ownVenue(_ id: Identifier, field: String = "venue") throws(Stop) -> VenueRow {
        guard let venue = try venues.row(id) else {
            throw .invalid(field, "notFound", "There is no such venue.")
        }
        return venue
    }

    private mutating func checkNotMerged(_ venue: VenueRow, _ field: String) throws(Stop) {
        guard let other = venue.mergedInto, let name = try venues.row(other)?.name else { return }
        throw .invalid(field, "merged", "This venue was merged with " + name + ".")
    }

    /// Follows each merged venue to the one that is shown.
    private mutating func showMerged() throws(Stop) {
        try mergedVenues.check(true)
        for var venue in venues.all(where: { $0.mergedInto != nil }) {
            var shown = venue.mergedInto
            // Only venues that are not merged are merged into, so no way leads round.
            while let next = shown, let further = try venues.row(next)?.mergedInto { shown = further }
            guard shown != venue.shownAs else { continue }
            venue.shownAs = shown
            venues.set(venue)
        }
    }
}
