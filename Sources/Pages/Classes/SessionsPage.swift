import Classroom

/// List of saved classes, by month or by venue.
public final class SessionsPage: Page, DevicePage {
    public static let template = "classes/sessions"
    public let title = "Sessions"
    public let search: String
    public let filters: [Choice]
    public let sorts: [Choice]
    public let groups: [SessionGroup]
    public let more: String?
    /// That not all classes were taken along by a device.
    public let onlyText: String?
    public let none: Bool
    /// Whether nothing was looked for, and there is nothing.
    public let empty: Bool

    public init(
        _ sessions: [ClassSession], _ query: SessionQuery, _ calendar: WallCalendar, more: String?,
        onlyText: String? = nil
    ) {
        search = query.search
        filters = SessionFilter.allCases.map {
            Choice(value: $0.rawValue, label: Self.label($0), selected: $0 == query.filter)
        }
        sorts = SessionSort.allCases.map {
            Choice(value: $0.rawValue, label: Self.label($0), selected: $0 == query.sort)
        }
        groups = SessionGroup.groups(sessions, query.sort, calendar)
        self.more = more
        self.onlyText = onlyText
        none = sessions.isEmpty
        empty = none && query.search.isEmpty && query.filter == .all
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("search", search)
        object.add("filters", filters)
        object.add("sorts", sorts)
        object.add("groups", groups)
        object.add("more", more)
        object.add("onlyText", onlyText)
        object.add("none", none)
        object.add("empty", empty)
        return object.model
    }

    private static func label(_ filter: SessionFilter) -> String {
        switch filter {
        case .all: "All Classes"
        case .course: "Courses"
        case .dropIn: "Drop-in"
        }
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

/// Saved classes of a month or at a venue.
public struct SessionGroup: Modelled, Sendable {
    /// "November 2026", or the venue's name; `nil` where the order has no groups.
    public let title: String?
    public var sessions: [SessionRow]

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("sessions", sessions)
        return object.model
    }

    public static func groups(_ sessions: [ClassSession], _ sort: SessionSort, _ calendar: WallCalendar)
        -> [SessionGroup]
    {
        var groups: [SessionGroup] = []
        for session in sessions {
            let title = Self.title(session, sort, calendar)
            if groups.isEmpty || !isSame(groups.last?.title, title) {
                groups.append(SessionGroup(title: title, sessions: []))
            }
            groups[groups.count - 1].sessions.append(SessionRow(session, calendar))
        }
        return groups
    }

    private static func isSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.isSame(as: other)
    }

    private static func title(_ session: ClassSession, _ sort: SessionSort, _ calendar: WallCalendar) -> String? {
        switch sort {
        case .newest, .oldest: calendar.monthAndYear(session.startedAt)
        case .venue: session.venue
        case .attended: nil
        }
    }
}
