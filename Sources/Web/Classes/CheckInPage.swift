import Classroom
import Pages
import Store

extension CheckInPage {
    /// - Parameter finds: venues found by providers; `nil` if they were not searched.
    convenience init(
        _ start: ClassesToStart, _ calendar: WallCalendar, _ venues: [Venue], _ finds: VenueFinder.Finds?,
        search: String, located: Bool, hasProviders: Bool
    ) {
        let found = finds?.venues.map { VenueView($0.venue, distance: $0.distance) }
        let failures = finds?.failures ?? []
        let words = failures.map { "\($0.name) \($0.failure.words)." }.joined(separator: " ")
        let only = found?.isEmpty == true ? " Only saved venues are shown." : ""
        self.init(
            start, venues, found: found, unavailableText: failures.isEmpty ? nil : words + only,
            attributions: finds?.attributions ?? [], search: search, located: located, hasProviders: hasProviders
        ) { calendar.inZone(named: $0) }
    }
}

extension VenueView {
    convenience init(_ venue: FoundVenue, distance metres: Double) {
        self.init(
            found: "\(venue.source) \(venue.position.latitude) \(venue.position.longitude) \(venue.name)", venue.name,
            venue.address, venue.position, distance: metres, source: venue.source)
    }
}
