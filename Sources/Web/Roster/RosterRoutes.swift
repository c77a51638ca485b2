import Classroom
import Foundation
import Hummingbird
import Pages
import Store

/// Routes for the roster and its people.
struct RosterRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("students") { request, context in
            let page = try await StudentsPage.load(site, RosterQuery(request))
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("people/:id/merge") { request, context in
            let id = try context.identifier()
            guard let into = Identifier(request.query("into")) else {
                let page = try await MergeChoicePage.load(site, id, RosterQuery(request), for: context.person)
                return try site.answer(page, request, context.signedIn)
            }
            let page = try await MergePage.load(site, id, into: into, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("student-types") { request, context in
            let page = StudentTypesPage(try await site.store.studentTypes())
            return try site.answer(page, request, context.signedIn)
        }
    }

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("people/:id") { request, context in
            let id = try context.identifier()
            // Students may see only themselves.
            guard context.person.role == .instructor || context.person.id == id else { throw Problem.notFound }
            do throws(any Error) {
                let page = try await PersonPage.load(site, id, for: context.person)
                return try site.answer(page, request, context.signedIn)
            } catch Problem.notFound {
                // Who was merged is found as who stays.
                let other = try await site.store.counting(id)
                if other == id || context.person.role != .instructor { throw Problem.notFound }
                return .seeOther("/people/\(other)")
            }
        }
        signedIn.get("pictures/:hash") { _, context in
            let picture = try await site.store.picture(context.parameters.get("hash") ?? "")
            return Response(
                contentType: picture.mediaType, body: .init(bytes: picture.bytes),
                headers: [.cacheControl: "private, max-age=31536000, immutable"])
        }
    }
}

extension RosterQuery {
    init(_ request: Request) {
        self.init()
        search = request.query("search")
        activity = Activity(rawValue: request.query("activity")) ?? .active
        type = Identifier(request.query("type"))
        sort = request.query("sort") == Sort.attended.rawValue ? .attended : .name
        after = request.query("after").isEmpty ? nil : request.query("after")
    }
}

/// Roster page: instructors, students, and new people.
struct StudentsPage: Page {
    static let template = "roster/students"
    let title = "Students"
    let groups: [Group]
    /// Offer to give IDs to all active new people; `nil` if there are none, or if only inactive people are shown.
    let numbering: NumberingView?
    let search: String
    /// Number of people, at most `Store.mostCounted`.
    let total: Int
    let totalText: String
    let sorts: [Choice]
    let activity: [Choice]
    let types: [Choice]
    let filtered: Bool
    let none: Bool
    let empty: Bool
    let more: String?
    let typesIDs: Bool

    struct Group: Modelled, Sendable {
        let title: String
        let people: [PersonRow]
        let isNew: Bool

        static let new = "New"

        var model: Model { ["title": title.model, "people": people.model, "isNew": isNew.model] }
    }

    static func load(_ site: Site, _ query: RosterQuery) async throws -> StudentsPage {
        async let part = site.store.roster(query)
        async let count = site.store.rosterCount(query)
        async let types = site.store.studentTypes()
        async let numbering = site.numbering()
        return try await StudentsPage(
            query, part, total: count, types: types, numbering: numbering, typesIDs: site.school.typesIDs)
    }

    private init(
        _ query: RosterQuery, _ part: ListPage<Person>, total: Int, types: [StudentType], numbering: Numbering,
        typesIDs: Bool
    ) {
        self.typesIDs = typesIDs
        let showsNew = numbering.count > 0 && [.active, .all].contains(query.activity)
        self.numbering = showsNew ? NumberingView(numbering) : nil
        groups = Self.groups(part.elements)
        search = query.search
        self.total = total
        totalText =
            total < Store.mostCounted
            ? counted(total, "person", "people") : "More than \(Store.mostCounted - 1) people"
        sorts = [("name", "Name"), ("attended", "Sessions Attended")].map {
            Choice(value: $0.0, label: $0.1, selected: query.sort.rawValue == $0.0)
        }
        activity = [("active", "Active"), ("inactive", "Inactive"), ("all", "All"), ("removed", "Removed")].map {
            Choice(value: $0.0, label: $0.1, selected: query.activity.rawValue == $0.0)
        }
        self.types =
            [Choice(value: "", label: "All Types", selected: query.type == nil)]
            + types.map { Choice(value: $0.id.text, label: $0.name, selected: $0.id == query.type) }
        filtered = !query.search.isEmpty || query.activity != .active || query.type != nil
        none = part.elements.isEmpty
        empty = !filtered && total <= 1
        more = part.next.map { next in
            href(
                "/students",
                [
                    ("search", query.search), ("activity", query.activity.rawValue), ("type", query.type?.text ?? ""),
                    ("sort", query.sort.rawValue), ("after", next.text),
                ])
        }
    }

    var model: Model {
        [
            "title": title.model, "groups": groups.model, "numbering": numbering.model, "search": search.model,
            "total": total.model, "totalText": totalText.model, "sorts": sorts.model, "activity": activity.model,
            "types": types.model, "filtered": filtered.model, "none": none.model, "empty": empty.model,
            "onlyText": .ofDevice, "typesIDs": typesIDs.model,
            "more": more.model,
        ]
    }

    private static func groups(_ people: [Person]) -> [Group] {
        let titled: [(title: String, people: [Person])] = [
            (Group.new, people.filter(\.isNew)),
            ("Instructors", people.filter { !$0.isNew && $0.role == .instructor }),
            ("Students", people.filter { !$0.isNew && $0.role == .student }),
        ]
        return titled.filter { !$0.people.isEmpty }
            .map { Group(title: $0.title, people: $0.people.map { PersonRow($0) }, isNew: $0.title == Group.new) }
    }
}

/// List of student types, edited by instructors.
struct StudentTypesPage: Page {
    static let template = "roster/student-types"
    let title = "Student Types"
    let types: [TypeView]
    let none: Bool

    struct TypeView: Modelled, Sendable {
        let id: String
        let name: String
        let count: Int
        let countText: String

        var model: Model { ["id": id.model, "name": name.model, "count": count.model, "countText": countText.model] }
    }

    init(_ types: [StudentType]) {
        self.types = types.map {
            TypeView(id: $0.id.text, name: $0.name, count: $0.count, countText: counted($0.count, "person", "people"))
        }
        none = types.isEmpty
    }

    var model: Model { ["title": title.model, "types": types.model, "none": none.model] }
}
