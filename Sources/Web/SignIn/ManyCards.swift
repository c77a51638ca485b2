import Classroom
import Foundation
import Hummingbird
import NIOCore
import Pages
import Store

/// Sign-in cards of many people at once, to print and cut out: of the students of a course, or of anybody chosen on the
/// roster.
struct ManyCardRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.post("courses/:id/sign-in-cards") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let students = try await site.store.students(.accepted, in: course.id)
            let cards = try await cards(of: students, request, context)
            return try site.answer(ManyCardsPage(course, cards), request, context.signedIn)
        }
        instructors.get("sign-in-cards") { request, context in
            let page = try await ChooseCardsPage.load(site, RosterQuery(request), for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.post("sign-in-cards") { request, context in
            let people = try await site.store.people(ChosenPeople(request).identifiers)
            let cards = try await cards(of: people, request, context)
            return try site.answer(ManyCardsPage(nil, cards), request, context.signedIn)
        }
    }

    /// Makes codes for people, or for those of them who have none; for all of them with `?who=all`.
    private func cards(
        of people: [Person], _ request: Request, _ context: InstructorContext
    ) async throws -> [SignInCard] {
        let isForAll = request.query("who") == "all"
        let codes = try await site.store.makeSignInCodes(
            for: people.map(\.id), onlyWithout: !isForAll, by: context.signedIn.maker)
        return try people.compactMap { person in
            try codes[person.id].map { try SignInCard(person, code: $0, base: context.origin.base) }
        }
    }
}

/// People named in a form as `people`, once or several times, or in JSON as a list.
struct ChosenPeople {
    /// Each once, in the order of the form.
    let identifiers: [Identifier]

    /// At most so many cards are made at once.
    static let most = 1_000
    private static let mostBytes = 64 * 1024

    init(_ request: Request) async throws {
        let body = try await request.body.collect(upTo: Self.mostBytes)
        let isJSON = request.headers[.contentType]?.hasPrefix("application/json") == true
        let words = isJSON ? try Self.listed(body) : Self.named(String(buffer: body))
        var (seen, identifiers) = (Set<Identifier>(), [Identifier]())
        for word in words {
            guard let id = Identifier(word) else {
                throw Problem.invalid("people", "identifier", "This is not the identifier of a person.")
            }
            if seen.insert(id).inserted { identifiers.append(id) }
        }
        guard !identifiers.isEmpty else { throw Problem.invalid("people", "required", "Choose somebody.") }
        guard identifiers.count <= Self.most else {
            throw Problem.invalid("people", "tooMany", "At most 1,000 cards are made at once.")
        }
        self.identifiers = identifiers
    }

    private static func listed(_ body: ByteBuffer) throws -> [String] {
        struct Listed: Decodable { let people: [String] }
        do {
            return try JSONDecoder().decode(Listed.self, from: Data(buffer: body)).people
        } catch {
            throw Problem.invalid("people", "required", "Choose somebody.")
        }
    }

    private static func named(_ form: String) -> [String] {
        form.utf8.split(separator: UInt8(ascii: "&")).compactMap { part in
            let name = "people=".utf8
            return part.starts(with: name) ? String(part.dropFirst(name.count)) : nil
        }
    }
}

/// Response to making codes for many people, the only time they are shown.
struct ManyCardsPage: Page {
    static let template = "sign-in/many-cards"
    let title = "Sign-In Cards"
    /// Course whose students they are; `nil` for people who were chosen one by one.
    let course: CourseLink?
    let back: String
    let cards: [SignInCard]
    let countText: String
    let none: Bool
    var tab: String? { course == nil ? "/more" : "/courses" }

    init(_ course: Course?, _ cards: [SignInCard]) {
        self.course = course.map(CourseLink.init)
        back = self.course.map { $0.href + "/students" } ?? "/sign-in-cards"
        self.cards = cards
        countText = counted(cards.count, "card", "cards")
        none = cards.isEmpty
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "back": back.model, "cards": cards.model,
            "countText": countText.model, "none": none.model,
        ]
    }
}

/// Roster as a checklist of whom to make sign-in cards for.
struct ChooseCardsPage: Page {
    static let template = "sign-in/choose-cards"
    let title = "Sign-In Cards"
    let search: String
    let types: [Choice]
    let people: [PersonView]
    let totalText: String
    let none: Bool
    let more: String?
    let most = ChosenPeople.most
    var tab: String? { "/more" }

    static func load(_ site: Site, _ query: RosterQuery, for person: Person) async throws -> ChooseCardsPage {
        var query = query
        (query.activity, query.sort, query.withoutNew) = (.active, .name, true)
        // Codes for instructors are made by owners alone.
        query.onlyStudents = !person.isOwner
        async let roster = site.store.countedRoster(query)
        async let types = site.store.studentTypes()
        return try await ChooseCardsPage(query, roster.part, total: roster.count, types)
    }

    private init(_ query: RosterQuery, _ part: ListPage<Person>, total: Int, _ types: [StudentType]) {
        search = query.search
        self.types =
            [Choice(value: "", label: "All Types", selected: query.type == nil)]
            + types.map { Choice(value: $0.id.text, label: $0.name, selected: $0.id == query.type) }
        people = part.elements.map { PersonView($0) }
        totalText = query.text(ofTotal: total)
        none = people.isEmpty
        more = part.next.map { next in
            href(
                "/sign-in-cards",
                [("search", query.search), ("type", query.type?.text ?? ""), ("after", next.text)])
        }
    }

    var model: Model {
        [
            "title": title.model, "search": search.model, "types": types.model, "people": people.model,
            "totalText": totalText.model, "none": none.model, "more": more.model, "most": most.model,
        ]
    }
}
