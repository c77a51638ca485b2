import Classroom
import Pages
import Store

/// Somebody who turned out to be the person of a page.
struct MergedView: Modelled, Sendable {
    let id: String
    let name: String
    let text: String
    let maySeparate: Bool

    init?(_ person: Person, _ calendar: WallCalendar, maySeparate: Bool) {
        guard let removal = person.removal else { return nil }
        func day(_ time: Instant) -> String { calendar.day(calendar.day(of: time).text) }
        id = person.id.text
        name = person.name.full
        text = "On \(day(removal.at)). Can be undone until \(day(removal.ends))."
        self.maySeparate = maySeparate
    }

    var model: Model {
        ["id": id.model, "name": name.model, "text": text.model, "maySeparate": maySeparate.model]
    }
}

/// Whom a person may be merged with: people of the same role, first those of the same name.
struct MergeChoicePage: Page {
    static let template = "roster/merge-choice"
    let title: String
    let back: String
    var tab: String? { "/students" }
    let search: String
    let groups: [Group]
    let none: Bool
    let more: String?

    struct Group: Modelled, Sendable {
        let title: String
        let people: [PersonView]

        var model: Model { ["title": title.model, "people": people.model] }
    }

    static func load(
        _ site: Site, _ id: Identifier, _ query: RosterQuery, for asker: Person
    ) async throws -> MergeChoicePage {
        let person = try await site.store.person(id)
        try MergePage.checkMay(asker, merge: person)
        var query = query
        query.activity = .all
        query.others = [id]
        (query.onlyStudents, query.onlyInstructors) = (person.role == .student, person.role == .instructor)
        var namesakes: [Person] = []
        if query.search.isEmpty, query.after == nil {
            var same = query
            same.search = person.name.full
            namesakes = try await site.store.roster(same).elements.filter { $0.name.key == person.name.key }
        }
        return MergeChoicePage(person, query, try await site.store.roster(query), namesakes)
    }

    private init(_ person: Person, _ query: RosterQuery, _ part: ListPage<Person>, _ namesakes: [Person]) {
        title = "Merge \(person.name.full) With…"
        back = "/people/\(person.id)"
        search = query.search
        func row(_ other: Person) -> PersonView {
            PersonView(other, href: href("/people/\(other.id)/merge", [("into", person.id.text)]))
        }
        let others = part.elements.filter { one in !namesakes.contains { $0.id == one.id } }
        groups = [
            Group(title: "Same Name", people: namesakes.map(row)),
            Group(title: namesakes.isEmpty ? "People" : "Others", people: others.map(row)),
        ].filter { !$0.people.isEmpty }
        none = groups.isEmpty
        more = part.next.map { next in
            href("/people/\(person.id)/merge", [("search", query.search), ("after", next.text)])
        }
    }

    var model: Model {
        [
            "title": title.model, "back": back.model, "search": search.model, "groups": groups.model,
            "none": none.model, "more": more.model,
        ]
    }
}

/// What it means that two people are one, before it is so.
struct MergePage: Page {
    static let template = "roster/merge"
    let title = "Merge People"
    let back: String
    var tab: String? { "/students" }
    /// Who goes.
    let person: PersonView
    /// Who stays.
    let into: PersonView
    /// What follows: "2 classes, 1 log entry"; "" for nothing.
    let follows: String
    /// Address of the same the other way round; `nil` if it may not be so.
    let otherWay: String?

    /// Checks that somebody may merge a person with another: what an instructor may do to students, owners may to everybody.
    static func checkMay(_ asker: Person, merge person: Person) throws {
        guard asker.isOwner || person.role == .student else { throw Problem.forbidden(Problem.ownersOnly) }
    }

    static func load(_ site: Site, _ id: Identifier, into: Identifier, for asker: Person) async throws -> MergePage {
        let (person, other) = (try await site.store.person(id), try await site.store.person(into))
        for one in [person, other] { try checkMay(asker, merge: one) }
        guard id != into else { throw Problem.notFound }
        return MergePage(person, other, try await site.store.belongings(of: id), asker)
    }

    private init(_ person: Person, _ into: Person, _ belongings: Belongings, _ asker: Person) {
        self.person = PersonView(person)
        self.into = PersonView(into)
        back = "/people/\(into.id)"
        follows = [
            (belongings.attended, "class", "classes"), (belongings.taught, "class taught", "classes taught"),
            (belongings.courses, "course", "courses"), (belongings.entries, "log entry", "log entries"),
            (belongings.questions, "question", "questions"),
        ].filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }.joined(separator: ", ")
        otherWay = into.id == asker.id ? nil : href("/people/\(into.id)/merge", [("into", person.id.text)])
    }

    var model: Model {
        [
            "title": title.model, "back": back.model, "person": person.model, "into": into.model,
            "follows": follows.model, "hasFollows": (!follows.isEmpty).model, "otherWay": otherWay.model,
        ]
    }
}
