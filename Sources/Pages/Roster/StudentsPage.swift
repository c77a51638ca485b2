import Classroom

/// Roster page: instructors, students, and new people.
public final class StudentsPage: Page, DevicePage {
    public static let template = "roster/students"
    public let title = "Students"
    public let groups: [Group]
    /// Offer to give IDs to all active new people; null if there are none, or if only inactive people are shown.
    public let numbering: Model
    public let search: String
    /// Number of people, at most `query.mostCounted`.
    public let total: Int
    public let totalText: String
    public let sorts: [Choice]
    public let activity: [Choice]
    public let types: [Choice]
    public let filtered: Bool
    public let none: Bool
    public let empty: Bool
    public let more: String?
    /// That not all people were taken along by a device.
    public let onlyText: String?
    public let typesIDs: Bool

    public struct Group: Modelled, Sendable {
        let title: String
        let people: [PersonView]
        let isNew: Bool

        public var model: Model {
            var object = ModelObject()
            object.add("title", title)
            object.add("people", people)
            object.add("isNew", isNew)
            return object.model
        }
    }

    /// - Parameters:
    ///   - total: number of people, at most `query.mostCounted`.
    ///   - numbering: offer to give IDs to all active new people.
    public init(
        _ query: RosterQuery, _ people: [Person], total: Int, types: [StudentType], numbering: Model = .null,
        more: String?, onlyText: String? = nil, typesIDs: Bool
    ) {
        self.typesIDs = typesIDs
        self.numbering = numbering
        self.onlyText = onlyText
        groups = Self.groups(people)
        search = query.search
        self.total = total
        totalText = query.text(ofTotal: total)
        sorts = [(RosterQuery.Sort.name, "Name"), (.attended, "Sessions Attended")].map {
            Choice(value: $0.0.rawValue, label: $0.1, selected: query.sort == $0.0)
        }
        activity = [
            (RosterQuery.Activity.active, "Active"), (.inactive, "Inactive"), (.all, "All"), (.removed, "Removed"),
        ].map { Choice(value: $0.0.rawValue, label: $0.1, selected: query.activity == $0.0) }
        self.types =
            [Choice(value: "", label: "All Types", selected: query.type == nil)]
            + types.map { Choice(value: $0.id.text, label: $0.name, selected: $0.id == query.type) }
        filtered = !query.search.isEmpty || query.activity != .active || query.type != nil
        none = people.isEmpty
        empty = !filtered && total <= 1
        self.more = more
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("groups", groups)
        object.add("numbering", numbering)
        object.add("search", search)
        object.add("total", total)
        object.add("totalText", totalText)
        object.add("sorts", sorts)
        object.add("activity", activity)
        object.add("types", types)
        object.add("filtered", filtered)
        object.add("none", none)
        object.add("empty", empty)
        object.add("onlyText", onlyText)
        object.add("typesIDs", typesIDs)
        object.add("more", more)
        return object.model
    }

    private static func groups(_ people: [Person]) -> [Group] {
        let titled: [(title: String, people: [Person])] = [
            ("New", people.filter { $0.isNew }),
            ("Instructors", people.filter { !$0.isNew && $0.role == .instructor }),
            ("Students", people.filter { !$0.isNew && $0.role == .student }),
        ]
        return titled.filter { !$0.people.isEmpty }.map { title, people in
            Group(title: title, people: people.map { PersonView($0) }, isNew: people.contains { $0.isNew })
        }
    }
}

extension RosterQuery {
    /// How many people there are, in words.
    ///
    /// - Parameter total: their number, at most `mostCounted`.
    public func text(ofTotal total: Int) -> String {
        total < mostCounted ? counted(total, "person", "people") : "More than " + String(mostCounted - 1) + " people"
    }
}
