import Classroom

/// Roster for marking who attends a class.
public final class ClassRosterPage: Page, DevicePage {
    public static let template = "classes/roster"
    public let title = "Attendees"
    public let classID: String
    public let classHref: String
    /// Which class it is: "Morning Flow, Mon 9 Nov 2026, 10:00".
    public let classText: String
    public let search: String
    public let groups: [Group]
    public let more: String?
    /// How many people are marked.
    public let presentText: String
    /// That not all people were taken along by a device.
    public let onlyText: String?
    public let typesIDs: Bool
    public let none: Bool

    public struct Group: Modelled, Sendable {
        /// `nil` if there is only one group.
        let title: String?
        let key: String
        let people: [PersonView]

        public var model: Model {
            var object = ModelObject()
            object.add("title", title)
            object.add("key", key)
            object.add("people", people)
            return object.model
        }
    }

    /// - Parameters:
    ///   - calendar: that of the class.
    ///   - people: part of the roster, without those who came lately.
    ///   - lately: who came lately; they come first.
    ///   - present: number of people who are present.
    ///   - isFirst: whether this is the first part of the list.
    public init(
        _ session: ClassSession, _ calendar: WallCalendar, _ people: [Person], lately: [Person], isFirst: Bool = true,
        present: Int, isPresent: (Identifier) -> Bool, tags: (Identifier) -> [String], search: String, more: String?,
        onlyText: String? = nil, typesIDs: Bool
    ) {
        self.typesIDs = typesIDs
        classID = session.id.text
        classHref = session.isInSession && session.course == nil ? "/class" : "/classes/" + session.id.text
        classText = listed([session.courseTitle ?? session.venue, calendar.dateAndTime(session.startedAt)])
        self.search = search
        func rows(_ people: [Person]) -> [PersonView] {
            people.map { PersonView($0, present: isPresent($0.id), tags: tags($0.id)) }
        }
        let all = [
            Group(title: "Came Lately", key: "lately", people: isFirst ? rows(lately) : []),
            Group(title: lately.isEmpty ? nil : "Others", key: "others", people: rows(people)),
        ]
        groups = all.filter { !$0.people.isEmpty }
        self.more = more
        self.onlyText = onlyText
        presentText = grouped(present) + " present"
        none = groups.isEmpty
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("classID", classID)
        object.add("classHref", classHref)
        object.add("classText", classText)
        object.add("search", search)
        object.add("groups", groups)
        object.add("more", more)
        object.add("presentText", presentText)
        object.add("none", none)
        object.add("onlyText", onlyText)
        object.add("typesIDs", typesIDs)
        return object.model
    }
}
