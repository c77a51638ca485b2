import Classroom

/// Page for starting a class, when none is in session.
public final class CheckInPage: Page, DevicePage {
    public static let template = "classes/check-in"
    public let title = "Class"
    /// Classes whose time it is.
    public let due: [StartableClass]
    public let isDue: Bool
    /// The next class after those.
    public let next: StartableClass?
    /// Where a drop-in class usually is at this time of the week.
    public let usual: VenueView?
    public let venues: [VenueView]
    public let search: String
    public let located: Bool
    /// Whether there are providers to search for unsaved venues.
    public let hasProviders: Bool
    /// Whether the providers were searched.
    public let nearby: Bool
    /// Providers that were unavailable, in words; `nil` if none.
    public let unavailableText: String?
    /// Credits for the data shown.
    public let attributions: [Attribution]
    /// Whether the book has no venues, rather than none that match.
    public let noVenues: Bool
    /// That not all venues were taken along by a device.
    public let onlyText: String?

    /// - Parameters:
    ///   - venues: saved venues, nearest first, then by name.
    ///   - found: venues found by providers; `nil` if they were not searched.
    public init(
        _ start: ClassesToStart, _ venues: [Venue], found: [VenueView]? = nil, unavailableText: String? = nil,
        attributions: [Attribution] = [], search: String, located: Bool, hasProviders: Bool, onlyText: String? = nil,
        calendarOf: (String) -> WallCalendar
    ) {
        due = start.due.map { StartableClass($0.session, calendarOf($0.timeZone)) }
        isDue = !due.isEmpty
        next = start.next.map { StartableClass($0.session, calendarOf($0.timeZone)) }
        usual = start.usual.map { VenueView($0) }
        self.hasProviders = hasProviders
        self.venues = Self.merged(venues.map { VenueView($0) }, found ?? [])
        self.search = search
        self.located = located
        nearby = found != nil
        self.unavailableText = unavailableText
        self.attributions = attributions
        self.onlyText = onlyText
        noVenues = self.venues.isEmpty && search.isEmpty
    }

    /// Both lists are sorted already; venues without a distance go last.
    private static func merged(_ saved: [VenueView], _ found: [VenueView]) -> [VenueView] {
        var all: [VenueView] = []
        var rest = found[...]
        for venue in saved {
            while let next = rest.first, next.metres < venue.metres { all.append(rest.removeFirst()) }
            all.append(venue)
        }
        return all + rest
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("due", due)
        object.add("isDue", isDue)
        object.add("next", next)
        object.add("usual", usual)
        object.add("venues", venues)
        object.add("search", search)
        object.add("located", located)
        object.add("hasProviders", hasProviders)
        object.add("nearby", nearby)
        object.add("unavailableText", unavailableText)
        object.add("attributions", attributions)
        object.add("noVenues", noVenues)
        object.add("onlyText", onlyText)
        return object.model
    }
}

/// Class of a course that can be started.
public final class StartableClass: Modelled, Sendable {
    public let id: String
    public let href: String
    public let title: String
    public let venueID: String
    /// "Start Gentle Hatha, 18:30".
    public let startText: String
    /// "Tue 3 Nov 2026, 18:30".
    public let whenText: String
    public let placeText: String

    public init(_ session: ClassSession, _ calendar: WallCalendar) {
        id = session.id.text
        href = "/classes/" + session.id.text
        title = session.courseTitle ?? ""
        venueID = session.venueID.text
        startText = "Start " + title + ", " + calendar.time(session.startedAt)
        whenText = calendar.dateAndTime(session.startedAt)
        placeText = session.placeText
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("href", href)
        object.add("title", title)
        object.add("venueID", venueID)
        object.add("startText", startText)
        object.add("whenText", whenText)
        object.add("placeText", placeText)
        return object.model
    }
}
