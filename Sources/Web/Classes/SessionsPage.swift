import Classroom
import Pages
import Store

/// List of saved classes, by month or by venue.
struct SessionsPage: Page {
    static let template = "classes/sessions"
    let title = "Sessions"
    let search: String
    let filters: [Choice]
    let sorts: [Choice]
    let groups: [SessionGroup]
    let more: String?
    let none: Bool
    /// Whether nothing was looked for, and there is nothing.
    let empty: Bool

    init(_ part: ListPage<ClassSession>, _ query: SessionQuery, _ calendar: WallCalendar) {
        search = query.search
        filters = SessionFilter.allCases.map {
            Choice(value: $0.rawValue, label: Self.label($0), selected: $0 == query.filter)
        }
        sorts = SessionSort.allCases.map {
            Choice(value: $0.rawValue, label: Self.label($0), selected: $0 == query.sort)
        }
        groups = SessionGroup.groups(part.elements, query.sort, calendar)
        let asked = [("search", query.search), ("show", query.filter.rawValue), ("sort", query.sort.rawValue)]
        more = part.next.map { href("/sessions", asked + [("after", $0.text)]) }
        none = part.elements.isEmpty
        empty = none && query.search.isEmpty && query.filter == .all
    }

    var model: Model {
        [
            "title": title.model, "search": search.model, "filters": filters.model, "sorts": sorts.model,
            "groups": groups.model, "more": more.model, "onlyText": .ofDevice, "none": none.model, "empty": empty.model,
        ]
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
struct SessionGroup: Modelled, Sendable {
    /// "November 2026", or the venue's name; `nil` where the order has no groups.
    let title: String?
    var sessions: [SessionRow]

    var model: Model { ["title": title.model, "sessions": sessions.model] }

    static func groups(_ sessions: [ClassSession], _ sort: SessionSort, _ calendar: WallCalendar) -> [SessionGroup] {
        var groups: [SessionGroup] = []
        for session in sessions {
            let title = Self.title(session, sort, calendar)
            if groups.last?.title != title || groups.isEmpty { groups.append(SessionGroup(title: title, sessions: [])) }
            groups[groups.count - 1].sessions.append(SessionRow(session, calendar))
        }
        return groups
    }

    private static func title(_ session: ClassSession, _ sort: SessionSort, _ calendar: WallCalendar) -> String? {
        switch sort {
        case .newest, .oldest: calendar.monthAndYear(session.startedAt)
        case .venue: session.venue
        case .attended: nil
        }
    }
}
