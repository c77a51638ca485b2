import Classroom
import Pages
import Store

extension PersonPage {
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
        let isAsked = asker.isOwner && asker.id != id && person.role == .instructor
        async let alone = isAsked ? site.store.coursesTaughtAlone(by: id) : []
        let calendar = site.calendar
        let maySeparate = isBelow(person, asker)
        return try await PersonPage(
            person, asker: asker, calendar: calendar, types: types, suggestedID: suggested ?? "",
            sessions: sessions,
            keys: PersonKeys(
                count: count, codes: codes.map { SignInCodeView($0, calendar) }.model,
                links: links.map { WatchLinkView($0, calendar) }.model, hasLinks: hasLinks),
            registration: registration.map { RegistrationView($0, calendar) }.model, details: details,
            merged: merged.compactMap { MergedView($0, calendar, maySeparate: maySeparate) }.model,
            taughtAlone: taughtAlone(alone), hasGitHub: site.gitHub != nil)
    }
    /// Courses with links to their instructors, and their first titles in words: "Yoga, Tango and 3 more".
    private static func taughtAlone(_ courses: [(id: Identifier, title: String)]) -> (courses: Model, text: Model) {
        let links = courses.map { course -> Model in
            [
                "id": course.id.text.model, "title": course.title.model,
                "href": "/courses/\(course.id)/instructors".model,
            ]
        }
        guard let last = courses.last else { return (nil, nil) }
        let named = courses.prefix(3).map(\.title)
        let more = courses.count - named.count
        let rest = more > 0 ? "\(more) more" : last.title
        let first = more > 0 ? named : named.dropLast()
        let text = first.isEmpty ? rest : first.joined(separator: ", ") + " and " + rest
        return (.list(links), text.model)
    }
}
