import Classroom
import Pages
import Store

/// Page of a person, editable by instructors.
struct PersonPage: Page {
    static let template = "roster/person"
    let title: String
    let person: PersonRow
    let editable: Bool
    var list: String? { editable ? "/students" : nil }
    let github: String
    /// Hash of the picture.
    let picture: String?
    let joined: String
    let joinedText: String
    /// What instructors know of the person; `nil` for others, the person among them.
    let details: DetailsView?
    /// Details given at registration, if any.
    let registration: RegistrationView?
    let types: [Choice]
    let suggestedID: String
    let sessions: [SessionRow]
    let noSessions: Bool
    let hasCodes: Bool
    let codesText: String
    /// To be read by the person and by owners.
    let signInCodes: [SignInCodeView]
    /// Links of watches, also those that were revoked; for the same readers.
    let watchLinks: [WatchLinkView]
    let mayMakeCodes: Bool
    /// Whether there are codes or links that can be revoked.
    let hasKeys: Bool
    let roleText: String
    let roles: [Choice]
    let mayChangeRole: Bool
    let mayBeOwner: Bool
    let mayChangeActive: Bool
    let mayRemove: Bool
    let mayMerge: Bool
    /// Those who turned out to be this person, while that can be undone.
    let merged: [MergedView]
    /// Removal of the person; `nil` of everybody who was not removed.
    let removal: RemovalView?
    let itsMe: Bool
    /// Whether pictures can be fetched from GitHub.
    let hasGitHub: Bool

    static func load(_ site: Site, _ id: Identifier, for asker: Person) async throws -> PersonPage {
        let person = try await site.store.person(id, orRemoved: asker.role == .instructor)
        // Instructors see sessions of their own classes, students all of theirs.
        let instructor = asker.role == .instructor ? asker.id : nil
        async let types = site.store.studentTypes()
        async let suggested = site.store.nextStudentID()
        async let sessions = site.store.sessions(attendedBy: id, taughtBy: instructor)
        async let count = site.store.codeCount(of: id)
        let seesCodes = asker.id == id || asker.isOwner
        async let codes = seesCodes ? site.store.signInCodes(of: id, most: SignInCodeView.mostShown) : []
        async let links = seesCodes ? site.store.watchLinks(of: id, withRevoked: true) : []
        async let hasLinks = !site.store.watchLinks(of: id).isEmpty
        async let registration = site.store.registration(of: id)
        async let merged = asker.role == .instructor ? site.store.merged(into: id) : []
        let details = asker.role == .instructor ? try await DetailsView.load(site, person) : nil
        return try await PersonPage(
            person, asker: asker, calendar: site.calendar, types: types, suggestedID: suggested ?? "",
            sessions: sessions, count: count, codes: codes, links: links, hasLinks: hasLinks,
            registration: registration, details: details, merged: merged,
            hasGitHub: site.gitHub != nil)
    }

    private init(
        _ person: Person, asker: Person, calendar: WallCalendar, types: [StudentType], suggestedID: String,
        sessions: [ClassSession], count: Int, codes: [SignInCodeRecord], links: [WatchLink], hasLinks: Bool,
        registration: Registration?, details: DetailsView?, merged: [Person], hasGitHub: Bool
    ) {
        title = person.name.full
        self.person = PersonRow(person)
        editable = asker.role == .instructor && person.removal == nil
        github = person.github
        picture = person.picture
        joined = person.joined
        joinedText = calendar.day(person.joined)
        self.details = details
        self.registration = registration.map { RegistrationView($0, calendar) }
        self.types =
            [Choice(value: "", label: "None", selected: person.type == nil)]
            + types.map { Choice(value: $0.id.text, label: $0.name, selected: $0.id == person.type) }
        self.suggestedID = asker.role == .instructor ? suggestedID : ""
        self.sessions = sessions.map { SessionRow($0, calendar) }
        noSessions = sessions.isEmpty
        hasCodes = count > 0
        codesText = count == 0 ? "No sign-in code" : counted(count, "sign-in code", "sign-in codes")
        signInCodes = codes.map { SignInCodeView($0, calendar) }
        watchLinks = links.map { WatchLinkView($0, calendar) }
        hasKeys = hasCodes || hasLinks
        itsMe = person.id == asker.id
        // What an instructor may do to a student, an owner may to everybody.
        let isBelow = asker.isOwner || asker.role == .instructor && person.role == .student
        mayMakeCodes = isBelow || itsMe && asker.role == .instructor
        mayChangeActive = isBelow
        mayRemove = isBelow && !itsMe
        mayMerge = isBelow && person.removal == nil
        self.merged = merged.compactMap { MergedView($0, calendar, maySeparate: isBelow) }
        removal = person.removal.map { RemovalView($0, calendar, mayRestore: isBelow) }
        mayChangeRole = asker.isOwner && !itsMe
        mayBeOwner = mayChangeRole && person.role == .instructor
        roleText = Self.words(person)
        roles = [(Role.instructor, "Instructor"), (.student, "Student")].map {
            Choice(value: $0.0.rawValue, label: $0.1, selected: $0.0 == person.role)
        }
        self.hasGitHub = hasGitHub
    }

    var model: Model {
        [
            "title": title.model, "person": person.model, "editable": editable.model, "github": github.model,
            "picture": picture.model, "joined": joined.model, "joinedText": joinedText.model,
            "details": details.model, "registration": registration.model, "types": types.model,
            "suggestedID": suggestedID.model,
            "sessions": sessions.model, "noSessions": noSessions.model, "hasCodes": hasCodes.model,
            "codesText": codesText.model, "signInCodes": signInCodes.model, "watchLinks": watchLinks.model,
            "mayMakeCodes": mayMakeCodes.model, "hasKeys": hasKeys.model, "roleText": roleText.model,
            "roles": roles.model, "mayChangeRole": mayChangeRole.model, "mayBeOwner": mayBeOwner.model,
            "mayChangeActive": mayChangeActive.model, "mayRemove": mayRemove.model,
            "mayMerge": mayMerge.model, "merged": merged.model, "removal": removal.model,
            "itsMe": itsMe.model, "hasGitHub": hasGitHub.model,
        ]
    }

    private static func words(_ person: Person) -> String {
        if person.isOwner { return "Instructor and owner" }
        return person.role == .instructor ? "Instructor" : "Student"
    }
}

/// What the page of a removed person says.
struct RemovalView: Modelled, Sendable {
    let text: String
    let mayRestore: Bool

    init(_ removal: PersonRemoval, _ calendar: WallCalendar, mayRestore: Bool) {
        func day(_ time: Instant) -> String { calendar.day(calendar.day(of: time).text) }
        text = "Removed on \(day(removal.at)). Can be put back until \(day(removal.ends))."
        self.mayRestore = mayRestore
    }

    var model: Model { ["text": text.model, "mayRestore": mayRestore.model] }
}
