import Classroom

/// Page of a person, editable by instructors.
public final class PersonPage: Page, DevicePage {
    public static let template = "roster/person"
    public var title: String { person.name.full }
    public var list: String? { isEditable ? "/students" : nil }
    let person: Person
    /// Who looks at the page.
    let asker: Person
    let calendar: WallCalendar
    let types: [StudentType]
    let suggestedID: String
    let sessions: [ClassSession]
    let keys: PersonKeys
    /// Details given at registration, if any.
    let registration: Model
    /// What instructors know of the person; `nil` for others, the person among them.
    let details: DetailsView?
    /// Those who turned out to be this person, while that can be undone.
    let merged: Model
    /// Courses that nobody else teaches, and their titles in words, for owners; null if there are none.
    let taughtAlone: (courses: Model, text: Model)
    /// Whether pictures can be fetched from GitHub.
    let hasGitHub: Bool

    /// - Parameters:
    ///   - registration: details given at registration, if any.
    ///   - merged: those who turned out to be this person.
    ///   - taughtAlone: courses that nobody else teaches, with their titles in words, for owners.
    public init(
        _ person: Person, asker: Person, calendar: WallCalendar, types: [StudentType], suggestedID: String,
        sessions: [ClassSession], keys: PersonKeys, registration: Model = .null, details: DetailsView?,
        merged: Model = [], taughtAlone: (courses: Model, text: Model) = (.null, .null), hasGitHub: Bool
    ) {
        (self.person, self.asker, self.calendar, self.types) = (person, asker, calendar, types)
        (self.suggestedID, self.sessions, self.keys, self.details) = (suggestedID, sessions, keys, details)
        (self.registration, self.merged, self.taughtAlone) = (registration, merged, taughtAlone)
        self.hasGitHub = hasGitHub
    }

    private var isEditable: Bool { asker.role == .instructor && person.removal == nil }

    public var model: Model {
        var object = ModelObject()
        let (isBelow, itsMe) = (Self.isBelow(person, asker), person.id == asker.id)
        let (teaches, isInstructor) = (asker.role == .instructor, person.role == .instructor)
        let mayChangeRole = asker.isOwner && !itsMe
        object.add("title", title)
        object.add("person", PersonView(person))
        object.add("editable", isEditable)
        object.add("github", person.github)
        // Hash of the picture.
        object.add("picture", person.picture)
        object.add("joined", person.joined)
        object.add("joinedText", calendar.day(person.joined))
        object.add("details", details)
        object.add("registration", registration)
        object.add(
            "types",
            [Choice(value: "", label: "None", selected: person.type == nil)]
                + types.map { Choice(value: $0.id.text, label: $0.name, selected: $0.id == person.type) })
        object.add("suggestedID", teaches ? suggestedID : "")
        object.add("sessions", sessions.map { SessionRow($0, calendar) })
        object.add("noSessions", sessions.isEmpty)
        object.add("hasCodes", keys.hasCodes)
        object.add("codesText", keys.codesText)
        object.add("signInCodes", keys.codes)
        object.add("watchLinks", keys.links)
        object.add("mayMakeCodes", isBelow || itsMe && teaches)
        object.add("hasKeys", keys.areThere)
        let instructor = "Instructor"
        object.add("roleText", person.isOwner ? "Instructor and owner" : isInstructor ? instructor : "Student")
        object.add(
            "roles",
            [
                Choice(value: Role.instructor.rawValue, label: instructor, selected: isInstructor),
                Choice(value: Role.student.rawValue, label: "Student", selected: !isInstructor),
            ])
        object.add("mayChangeRole", mayChangeRole)
        object.add("mayBeOwner", mayChangeRole && isInstructor)
        object.add("mayChangeActive", isBelow)
        object.add("mayRemove", isBelow && !itsMe)
        object.add("mayMerge", isBelow && person.removal == nil)
        object.add("merged", merged)
        object.add("removal", person.removal.map { RemovalView($0, calendar, mayRestore: isBelow) })
        object.add("taughtAlone", taughtAlone.courses)
        object.add("taughtAloneText", taughtAlone.text)
        object.add("itsMe", itsMe)
        object.add("hasGitHub", hasGitHub)
        return object.model
    }

    /// Whether a person is somebody with whom the asker may do everything: an instructor with students, an owner with
    /// everybody.
    public static func isBelow(_ person: Person, _ asker: Person) -> Bool {
        asker.isOwner || asker.role == .instructor && person.role == .student
    }
}
