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

extension StudentsPage {
    static func load(_ site: Site, _ query: RosterQuery) async throws -> StudentsPage {
        async let roster = site.store.countedRoster(query)
        async let types = site.store.studentTypes()
        async let numbering = site.numbering()
        let showsNew = try await numbering.count > 0 && [.active, .all].contains(query.activity)
        let more = try await roster.part.next.map { next in
            href(
                "/students",
                [
                    ("search", query.search), ("activity", query.activity.rawValue), ("type", query.type?.text ?? ""),
                    ("sort", query.sort.rawValue), ("after", next.text),
                ])
        }
        return try await StudentsPage(
            query, roster.part.elements, total: roster.count, types: types,
            numbering: showsNew ? NumberingView(numbering).model : .null, more: more, typesIDs: site.school.typesIDs)
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
