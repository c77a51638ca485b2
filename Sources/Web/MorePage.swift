import Classroom
import Pages
import Store

/// Page "More", with everything outside the other tabs.
struct MorePage: Page {
    static let template = "more"
    let title = "More"
    let name: String
    let role: String
    let isInstructor: Bool
    let isOwner: Bool
    /// What the school is called, if somebody has said.
    let school: String?
    let personHref: String
    let avatar: Avatar
    let version = Version.current
    /// Who made the person's newest sign-in code, and when; `nil` while there is none.
    let newestCode: String?

    static func load(_ site: Site, _ person: Person) async throws -> MorePage {
        let newest = try await site.store.signInCodes(of: person.id, most: 1).first
        return MorePage(
            person, school: site.school.name, newestCode: newest.map { SignInCodeView($0, site.calendar).madeText })
    }

    private init(_ person: Person, school: String?, newestCode: String?) {
        self.school = school
        self.newestCode = newestCode
        name = person.name.full
        role = person.role == .instructor ? "Instructor" : "Student"
        isInstructor = person.role == .instructor
        isOwner = person.isOwner
        personHref = "/people/\(person.id)"
        avatar = Avatar(person)
    }

    var model: Model {
        [
            "title": title.model, "name": name.model, "role": role.model, "isInstructor": isInstructor.model,
            "isOwner": isOwner.model, "school": school.model, "personHref": personHref.model, "avatar": avatar.model,
            "version": version.model,
            "newestCode": newestCode.model,
        ]
    }
}

/// Version of the program.
public enum Version {
    public static let current = "0.1.0"
}
