import Classroom

/// Page of a person, editable by instructors.
public final class PersonPage: Page, DevicePage {
    public static let template = "roster/person"
    public let title: String
    public let person: PersonView
    public let editable: Bool
    public var list: String? { editable ? "/students" : nil }
    public let github: String
    /// Hash of the picture.
    public let picture: String?
    public let joined: String
    public let joinedText: String
    /// What instructors know of the person; `nil` for others, the person among them.
    public let details: DetailsView?
    /// Details given at registration, if any.
    public let registration: Model
    public let types: [Choice]
    public let suggestedID: String
    public let sessions: [SessionRow]
    public let noSessions: Bool
    public let keys: PersonKeys
    public let mayMakeCodes: Bool
    public let roleText: String
    public let roles: [Choice]
    public let mayChangeRole: Bool
    public let mayBeOwner: Bool
    public let mayChangeActive: Bool
    public let mayRemove: Bool
    public let mayMerge: Bool
    /// Those who turned out to be this person, while that can be undone.
    public let merged: Model
    /// Courses that nobody else teaches, for owners; null if there are none.
    public let taughtAlone: Model
    /// The same in words; null if there are none.
    public let taughtAloneText: Model
    /// Removal of the person; `nil` of everybody who was not removed.
    public let removal: RemovalView?
    public let itsMe: Bool
    /// Whether pictures can be fetched from GitHub.
    public let hasGitHub: Bool

    /// - Parameters:
    ///   - registration: details given at registration, if any.
    ///   - merged: those who turned out to be this person.
    ///   - taughtAlone: courses that nobody else teaches, with their titles in words, for owners.
    public init(
        _ person: Person, asker: Person, calendar: WallCalendar, types: [StudentType], suggestedID: String,
        sessions: [ClassSession], keys: PersonKeys, registration: Model = .null, details: DetailsView?,
        merged: Model = [], taughtAlone: (courses: Model, text: Model) = (.null, .null), hasGitHub: Bool
    ) {
        title = person.name.full
        self.person = PersonView(person)
        editable = asker.role == .instructor && person.removal == nil
        github = person.github
        picture = person.picture
        joined = person.joined
        joinedText = calendar.day(person.joined)
        self.details = details
        self.registration = registration
        self.types =
            [Choice(value: "", label: "None", selected: person.type == nil)]
            + types.map { Choice(value: $0.id.text, label: $0.name, selected: $0.id == person.type) }
        self.suggestedID = asker.role == .instructor ? suggestedID : ""
        self.sessions = sessions.map { SessionRow($0, calendar) }
        noSessions = sessions.isEmpty
        self.keys = keys
        itsMe = person.id == asker.id
        let isBelow = Self.isBelow(person, asker)
        mayMakeCodes = isBelow || itsMe && asker.role == .instructor
        mayChangeActive = isBelow
        mayRemove = isBelow && !itsMe
        mayMerge = isBelow && person.removal == nil
        self.merged = merged
        self.taughtAlone = taughtAlone.courses
        taughtAloneText = taughtAlone.text
        removal = person.removal.map { RemovalView($0, calendar, mayRestore: isBelow) }
        mayChangeRole = asker.isOwner && !itsMe
        mayBeOwner = mayChangeRole && person.role == .instructor
        roleText = Self.words(person)
        roles = [(Role.instructor, "Instructor"), (.student, "Student")].map {
            Choice(value: $0.0.rawValue, label: $0.1, selected: $0.0 == person.role)
        }
        self.hasGitHub = hasGitHub
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("person", person)
        object.add("editable", editable)
        object.add("github", github)
        object.add("picture", picture)
        object.add("joined", joined)
        object.add("joinedText", joinedText)
        object.add("details", details)
        object.add("registration", registration)
        object.add("types", types)
        object.add("suggestedID", suggestedID)
        object.add("sessions", sessions)
        object.add("noSessions", noSessions)
        object.add("hasCodes", keys.hasCodes)
        object.add("codesText", keys.codesText)
        object.add("signInCodes", keys.codes)
        object.add("watchLinks", keys.links)
        object.add("mayMakeCodes", mayMakeCodes)
        object.add("hasKeys", keys.areThere)
        object.add("roleText", roleText)
        object.add("roles", roles)
        object.add("mayChangeRole", mayChangeRole)
        object.add("mayBeOwner", mayBeOwner)
        object.add("mayChangeActive", mayChangeActive)
        object.add("mayRemove", mayRemove)
        object.add("mayMerge", mayMerge)
        object.add("merged", merged)
        object.add("removal", removal)
        object.add("taughtAlone", taughtAlone)
        object.add("taughtAloneText", taughtAloneText)
        object.add("itsMe", itsMe)
        object.add("hasGitHub", hasGitHub)
        return object.model
    }

    /// Whether a person is somebody with whom the asker may do everything: an instructor with students, an owner with
    /// everybody.
    public static func isBelow(_ person: Person, _ asker: Person) -> Bool {
        asker.isOwner || asker.role == .instructor && person.role == .student
    }

    private static func words(_ person: Person) -> String {
        if person.isOwner { return "Instructor and owner" }
        return person.role == .instructor ? "Instructor" : "Student"
    }
}
