import Classroom
import Store

/// Page for starting a class, when none is in session.
struct CheckInPage: Page {
    static let template = "classes/check-in"
    let title = "Class"
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
        _ venues: [Venue], _ finds: VenueFinder.Finds?, search: String, located: Bool, hasProviders: Bool
    ) {
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
}

/// Venue to choose: saved, or found by a provider and saved when chosen.
struct VenueRow: Encodable, Sendable {
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
}

/// Page of a class in session, readable at a glance.
struct ClassPage: Page {
    static let template = "classes/class"
    let title = "Class"
    let id: String
    let phase: String
    let isRunning: Bool
    let isPaused: Bool
    let started: String
    let startedText: String
    /// Start in milliseconds since 1970, like all times here.
    let startedAt: Int64
    let runningSince: Int64?
    let worked: Int64
    let durationText: String
    let venue: String
    let address: String
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    let temperature: Double?
    let temperatureText: String
    /// Credit for the temperature.
    let weather: Attribution?
    let attending: Int
    let attendingText: String
    let attendees: [PersonRow]
    let rosterHref: String

    init(
        _ session: ClassSession, attendees: [Person], _ calendar: WallCalendar, weather: Attribution? = nil,
        now: Instant = .now
    ) {
        id = session.id.text
        phase = session.phase.rawValue
        isRunning = session.phase == .running
        isPaused = session.phase == .paused
        started = session.startedAt.text
        startedText = "Started \(calendar.time(session.startedAt))"
        startedAt = session.startedAt.milliseconds
        runningSince = session.runningSince?.milliseconds
        worked = session.worked
        durationText = WallCalendar.clock(session.worked + (session.runningSince.map { now.since($0) } ?? 0))
        venue = session.venue
        address = session.address
        temperature = session.temperature
        temperatureText = Weather.words(session.temperature)
        self.weather = session.temperature == nil ? nil : weather
        attending = session.attending
        attendingText = counted(session.attending, "student", "students")
        self.attendees = attendees.map { PersonRow($0) }
        rosterHref = "/classes/\(session.id)/roster"
    }
}

/// Page of a saved class.
struct SessionPage: Page {
    static let template = "classes/session"
    let title: String
    let session: SessionRow
    let pausedText: String
    let saved = true
    /// Credit for the temperature.
    let weather: Attribution?
    let attendees: [PersonRow]
    let none: Bool
    let rosterHref: String

    init(
        _ session: ClassSession, attendees: [Person], _ calendar: WallCalendar, weather: Attribution? = nil
    ) {
        title = session.venue
        self.weather = session.temperature == nil ? nil : weather
        self.session = SessionRow(session, calendar)
        pausedText = WallCalendar.pause(session.paused)
        self.attendees = attendees.map { PersonRow($0) }
        none = attendees.isEmpty
        rosterHref = "/classes/\(session.id)/roster"
    }
}

/// Roster for marking who attends a class.
struct ClassRosterPage: Page {
    static let template = "classes/roster"
    let title = "Attendees"
    let classID: String
    let classHref: String
    let search: String
    let people: [PersonRow]
    let more: String?
    let suggestedID: String
    let none: Bool

    init(
        _ session: ClassSession, _ part: ListPage<Person>, present: Set<Identifier>, search: String, suggestedID: String
    ) {
        classID = session.id.text
        classHref = session.isInSession && session.course == nil ? "/class" : "/classes/\(session.id)"
        self.search = search
        people = part.elements.map { PersonRow($0, present: present.contains($0.id)) }
        more = part.next.map {
            href("/classes/\(session.id)/roster", [("search", search), ("after", $0.text)])
        }
        self.suggestedID = suggestedID
        none = part.elements.isEmpty
    }
}

/// List of saved classes.
struct SessionsPage: Page {
    static let template = "classes/sessions"
    let title = "Sessions"
    let sessions: [SessionRow]
    let sorts: [Choice]
    let more: String?
    let none: Bool

    init(_ part: ListPage<ClassSession>, sort: SessionSort, _ calendar: WallCalendar) {
        sessions = part.elements.map { SessionRow($0, calendar) }
        sorts = SessionSort.allCases.map {
            Choice(value: $0.rawValue, label: Self.label($0), selected: $0 == sort)
        }
        more = part.next.map { href("/sessions", [("sort", sort.rawValue), ("after", $0.text)]) }
        none = part.elements.isEmpty
    }

    private static func label(_ sort: SessionSort) -> String {
        switch sort {
        case .newest: "Newest"
        case .oldest: "Oldest"
        case .venue: "Venue"
        case .attended: "Most Attended"
        }
    }
}
