import Classroom

/// Roster page: instructors, students, and new people.
public final class StudentsPage: Page, DevicePage {
    public static let template = "roster/students"
    public var title: String { "Students" }
    private let query: RosterQuery
    private let people: [Person]
    /// Number of people, at most `query.mostCounted`.
    private let total: Int
    private let types: [StudentType]
    /// Offer to give IDs to all active new people; null if there are none, or if only inactive people are shown.
    private let numbering: Model
    private let more: String?
    /// That not all people were taken along by a device.
    private let onlyText: String?
    private let typesIDs: Bool

    final class Group: Modelled, Sendable {
        private let title: String
        private let people: [Person]
        private let isNew: Bool

        init(_ title: String, _ people: [Person], isNew: Bool = false) {
            (self.title, self.people, self.isNew) = (title, people, isNew)
        }

        var isEmpty: Bool { people.isEmpty }

        var model: Model {
            var object = ModelObject()
            object.add("title", title)
            object.add("people", people.map { PersonView($0) })
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
        (self.query, self.people, self.total, self.types) = (query, people, total, types)
        (self.numbering, self.more, self.onlyText, self.typesIDs) = (numbering, more, onlyText, typesIDs)
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("groups", groups)
        object.add("numbering", numbering)
        object.add("search", query.search)
        object.add("total", total)
        object.add("totalText", query.text(ofTotal: total))
        func choice(_ sort: RosterQuery.Sort, _ label: String) -> Choice {
            Choice(value: sort.rawValue, label: label, selected: query.sort == sort)
        }
        object.add("sorts", [choice(.name, "Name"), choice(.attended, "Sessions Attended")])
        func choice(_ activity: RosterQuery.Activity, _ label: String) -> Choice {
            Choice(value: activity.rawValue, label: label, selected: query.activity == activity)
        }
        object.add(
            "activity",
            [
                choice(.active, "Active"), choice(.inactive, "Inactive"), choice(.all, "All"),
                choice(.removed, "Removed"),
            ])
        object.add(
            "types",
            [Choice(value: "", label: "All Types", selected: query.type == nil)]
                + types.map { Choice(value: $0.id.text, label: $0.name, selected: $0.id == query.type) })
        let isFiltered = !query.search.isEmpty || query.activity != .active || query.type != nil
        object.add("filtered", isFiltered)
        object.add("none", people.isEmpty)
        object.add("empty", !isFiltered && total <= 1)
        object.add("onlyText", onlyText)
        object.add("typesIDs", typesIDs)
        object.add("more", more)
        return object.model
    }

    private var groups: [Group] {
        let known = people.filter { !$0.isNew }
        return [
            Group("New", people.filter { $0.isNew }, isNew: true),
            Group("Instructors", known.filter { $0.role == .instructor }),
            Group("Students", known.filter { $0.role == .student }),
        ].filter { !$0.isEmpty }
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
