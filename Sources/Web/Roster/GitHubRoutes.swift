import Classroom
import Foundation
import Hummingbird
import Pages
import Store

/// Routes for fetching pictures from GitHub, for a person or for everybody without a picture.
struct GitHubRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.post("people/:id/github") { request, context in
            let body = try await request.body.collect(upTo: 4096)
            let fetched = try await fetch(context.identifier(), asked(body), by: context.signedIn.maker)
            return try Response.json(fetched)
        }
        instructors.get("people/pictures") { request, context in
            let people = try await site.store.withoutPicture()
            let page = MissingPicturesPage(people, isOff: site.gitHub == nil)
            return try site.answer(page, request, context.signedIn)
        }
    }

    private struct Asked: Decodable {
        let username: String?
    }

    /// Result of a fetch, with the previous values for undo.
    private struct Fetched: Encodable {
        let changed: Bool
        let github: String
        let githubBefore: String
        let picture: String
        let pictureBefore: String?
    }

    private func asked(_ body: ByteBuffer) throws -> String? {
        guard body.readableBytes > 0 else { return nil }
        do {
            return try JSONDecoder().decode(Asked.self, from: Data(buffer: body)).username
        } catch {
            throw Problem.invalid("body", "unreadable", "This is not JSON with a username.")
        }
    }

    /// Fetches profile and picture, and changes the person only when both are complete.
    private func fetch(_ id: Identifier, _ username: String?, by maker: Maker) async throws -> Fetched {
        guard let gitHub = site.gitHub else { throw Problem.unavailable("Pictures from GitHub are turned off.") }
        let person = try await site.store.person(id)
        let user = Words.trimmed(username ?? person.github)
        guard !user.isEmpty else {
            throw Problem.invalid("username", "required", "Enter a GitHub username.")
        }
        let now = Instant.now
        let reference = PostedEntry(
            id: .make(at: now), kind: .personEdited, at: now,
            fields: [Field("person", .text(id.text)), Field("github", .text(user))])
        if case .problems(let problems) = reference.entry(device: Site.device, now: now) {
            throw Problem.invalid(problems.map { FieldProblem("username", $0.code, $0.message) })
        }
        let picture = try await self.picture(of: user, from: gitHub)
        var entries: [PostedEntry] = []
        if user != person.github { entries.append(reference) }
        if picture.hash != person.picture {
            let isLarge = picture.bytes.count > PersonPictured.mostBytes
            if isLarge { try await site.store.keep(picture) }
            let pictured =
                isLarge
                ? Field("picture", .text(picture.hash))
                : Field("data", .text(Data(picture.bytes).base64EncodedString()))
            entries.append(
                PostedEntry(
                    id: .make(at: now), kind: .personPictured, at: now,
                    fields: [Field("person", .text(id.text)), pictured]))
        }
        let results = try await site.store.append(entries, device: Site.device, by: maker, now: now)
        let problems = results.flatMap(\.problems)
        if !problems.isEmpty { throw Problem.invalid(problems) }
        return Fetched(
            changed: !entries.isEmpty, github: user, githubBefore: person.github, picture: picture.hash,
            pictureBefore: person.picture)
    }

    private func picture(of user: String, from gitHub: GitHub) async throws -> Picture {
        do throws(ProviderFailure) {
            return try await gitHub.picture(of: user) { hash in
                // A missing picture is fetched again.
                do { return try await site.store.picture(hash) } catch { return nil }
            }
        } catch {
            switch error {
            case .notFound:
                throw Problem.invalid("username", "unknown", "There is no user \(user) on GitHub.")
            case .limited(let seconds):
                throw Problem.tooMany(
                    "GitHub has been asked too often. Try again in \(ProviderFailure.time(seconds)).", seconds: seconds)
            default: throw Problem.unavailable("GitHub \(error.words). Nothing was changed.")
            }
        }
    }
}

/// People with a GitHub username and without a picture.
struct MissingPicturesPage: Page {
    static let template = "roster/pictures"
    let title = "Pictures From GitHub"
    var tab: String? { "/more" }
    let people: [PersonView]
    let count: Int
    let countText: String
    let none: Bool
    let canFetch: Bool
    let isOff: Bool

    init(_ people: [Person], isOff: Bool) {
        self.people = people.map { PersonView($0) }
        count = people.count
        countText = counted(people.count, "person has", "people have") + " a GitHub username and no picture."
        none = people.isEmpty
        self.isOff = isOff
        canFetch = !people.isEmpty && !isOff
    }

    var model: Model {
        [
            "title": title.model, "people": people.model, "count": count.model, "countText": countText.model,
            "none": none.model, "canFetch": canFetch.model, "isOff": isOff.model,
        ]
    }
}
