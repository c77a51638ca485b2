import Classroom
import Pages
import Store

/// Page for starting a class, when none is in session.
struct CheckInPage: Page {
    static let template = "classes/check-in"
    let title = "Class"
    /// Classes whose time it is.
    let due: [StartableClass]
    let isDue: Bool
    /// The next class after those.
    let next: StartableClass?
    /// Where a drop-in class usually is at this time of the week.
    let usual: VenueRow?
    let venues: [VenueRow]
    let search: String
    let located: Bool
    /// Whether there are providers to search for unsaved venues.
    let hasProviders: Bool
    /// Whether the providers were searched.
    let nearby: Bool
    /// Providers that were unavailable, in words; `nil` if none.
    let unavailableText: String?
    /// Credits for the data shown.
    let attributions: [Attribution]
    /// Whether the book has no venues, rather than none that match.
    let noVenues: Bool

    /// - Parameter finds: venues found by providers; `nil` if they were not searched.
    init(
        _ start: ClassesToStart, _ calendar: WallCalendar, _ venues: [Venue], _ finds: VenueFinder.Finds?,
        search: String, located: Bool, hasProviders: Bool
    ) {
        due = start.due.map { StartableClass($0.session, calendar.inZone(named: $0.timeZone)) }
        isDue = !due.isEmpty
        next = start.next.map { StartableClass($0.session, calendar.inZone(named: $0.timeZone)) }
        usual = start.usual.map(VenueRow.init)
        self.hasProviders = hasProviders
        let found = finds?.venues.map { VenueRow($0.venue, distance: $0.distance) } ?? []
        let saved = venues.map(VenueRow.init)
        // Both lists are sorted already; venues without a distance go last.
        self.venues = (saved + found).enumerated().sorted {
            ($0.element.metres, $0.offset) < ($1.element.metres, $1.offset)
        }.map(\.element)
        self.search = search
        self.located = located
        nearby = finds != nil
        unavailableText = finds.flatMap { finds in
            finds.failures.isEmpty
                ? nil
                : finds.failures.map { "\($0.name) \($0.failure.words)." }.joined(separator: " ")
                    + (found.isEmpty ? " Only saved venues are shown." : "")
        }
        attributions = finds?.attributions ?? []
        noVenues = self.venues.isEmpty && search.isEmpty
    }

    var model: Model {
        [
            "title": title.model, "due": due.model, "isDue": isDue.model, "next": next.model, "usual": usual.model,
            "venues": venues.model, "search": search.model, "located": located.model,
            "hasProviders": hasProviders.model, "nearby": nearby.model, "unavailableText": unavailableText.model,
            "attributions": attributions.model, "noVenues": noVenues.model, "onlyText": .ofDevice,
        ]
    }
}

/// Class of a course that can be started.
struct StartableClass: Modelled, Sendable {
    let id: String
    let href: String
    let title: String
    let venueID: String
    /// "Start Gentle Hatha, 18:30".
    let startText: String
    /// "Tue 3 Nov 2026, 18:30".
    let whenText: String
    let placeText: String

    init(_ session: ClassSession, _ calendar: WallCalendar) {
        id = session.id.text
        href = "/classes/\(session.id)"
        title = session.courseTitle ?? ""
        venueID = session.venueID.text
        startText = "Start \(title), \(calendar.time(session.startedAt))"
        whenText = calendar.dateAndTime(session.startedAt)
        placeText = [session.venue, session.address].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    var model: Model {
        [
            "id": id.model, "href": href.model, "title": title.model, "venueID": venueID.model,
            "startText": startText.model, "whenText": whenText.model, "placeText": placeText.model,
        ]
    }
}

/// Venue to choose: saved, or found by a provider and saved when chosen.
struct VenueRow: Modelled, Sendable {
    /// UUID of a saved venue; found venues have a `key` instead.
    let id: String?
    let key: String?
    let name: String
    let address: String
    let latitude: Double?
    let longitude: Double?
    /// Geofence radius in metres.
    let radius: Double
    /// Distance in metres.
    let distance: Int?
    let distanceText: String?
    /// Provider of a venue that is not saved.
    let source: String?

    /// Sort key.
    var metres: Double { distance.map(Double.init) ?? .infinity }

    init(_ venue: Venue) {
        id = venue.id.text
        key = nil
        name = venue.name
        address = venue.address
        latitude = venue.position?.latitude
        longitude = venue.position?.longitude
        radius = venue.radius
        distance = venue.distance.flatMap { Int(nearest: $0) }
        distanceText = venue.distance.map(Distance.words)
        source = nil
    }

    init(_ venue: FoundVenue, distance metres: Double) {
        id = nil
        key = "\(venue.source) \(venue.position.latitude) \(venue.position.longitude) \(venue.name)"
        name = venue.name
        address = venue.address
        latitude = venue.position.latitude
        longitude = venue.position.longitude
        radius = 100
        distance = Int(nearest: metres)
        distanceText = Distance.words(metres)
        source = venue.source
    }

    var model: Model {
        [
            "id": id.model, "key": key.model, "name": name.model, "address": address.model, "latitude": latitude.model,
            "longitude": longitude.model, "radius": radius.model, "distance": distance.model,
            "distanceText": distanceText.model, "source": source.model,
        ]
    }
}
