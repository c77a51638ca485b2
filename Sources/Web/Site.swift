import Classroom
import Foundation
import Hummingbird
import Mustache
import Store

/// Everything needed to make pages.
public struct Site: Sendable {
    let store: Store
    let feed: Feed
    let budget: WritingBudget
    let assets: Assets
    private let library: MustacheLibrary
    let school: SchoolMemory
    let setUp = SetUpLink()
    let venues: VenueFinder
    let weather: Weather
    let gitHub: GitHub?
    let notifier: Notifier

    /// - Parameter timeZone: in which days and times are written for people; `nil` for the school's.
    /// - Parameter providers: who is asked about the outside world.
    /// - Parameter limits: what people may cost.
    public init(
        store: Store, timeZone: TimeZone? = nil, providers: ProviderSettings = .off, limits: Limits = Limits()
    ) async throws {
        guard let files = Bundle.module.url(forResource: "public", withExtension: nil), let pages = Self.templates
        else { throw MissingResources() }
        self.store = store
        school = try await SchoolMemory(store, chosen: timeZone)
        feed = try await Feed(store, limits, school)
        budget = WritingBudget(limits)
        assets = try Assets(folder: files, templates: pages)
        library = try MustacheLibrary(escapedBefore: pages)
        venues = VenueFinder(providers)
        weather = Weather(store, providers)
        gitHub = providers.gitHub.map { GitHub($0, providers) }
        notifier = try await Notifier(store, feed, providers.push, school)
    }

    /// Days and times as the school writes them.
    var calendar: WallCalendar { school.calendar }

    /// The folder of the templates.
    static var templates: URL? { Bundle.module.url(forResource: "templates", withExtension: nil) }

    /// Whether the rules for the page were built with the program.
    public var hasRules: Bool { assets.hasRules }

    /// Renders the page as HTML or JSON, as requested.
    func answer(_ page: some Page, _ request: Request, _ signedIn: SignedIn?) async throws -> Response {
        if request.wantsJSON {
            return Response(
                contentType: "application/json; charset=utf-8", body: Array(try Response.encoded(page)), for: request)
        }
        let text = try await document(page, signedIn: signedIn, path: request.uri.path)
        return Response(contentType: "text/html; charset=utf-8", body: Array(text.utf8), for: request)
    }

    func html(_ page: some Page, signedIn: SignedIn?) async throws -> Response {
        let text = try await document(page, signedIn: signedIn)
        return Response(contentType: "text/html; charset=utf-8", body: .init(string: text))
    }

    private func document(_ page: some Page, signedIn: SignedIn?, path: String = "") async throws -> String {
        let layout = Layout(
            page: page.title, content: try render(page), signedIn: signedIn, path: page.tab ?? path,
            assets: assets.prefix, isWholeScreen: page.isWholeScreen, followed: page.followed)
        guard let text = library.render(TemplateFields.of(layout), withTemplate: "layout") else {
            throw MissingResources()
        }
        return text
    }

    /// A page that is a whole document by itself.
    func document(_ page: some Page) throws -> String { try render(page).text }

    private func render<Body: Page>(_ page: Body) throws -> RenderedHTML {
        guard let text = library.render(TemplateFields.of(page), withTemplate: Body.template) else {
            throw MissingResources()
        }
        return RenderedHTML(text: text)
    }
}

/// What a template has made: the one value of a page that is not escaped.
struct RenderedHTML: Sendable {
    let text: String

    fileprivate init(text: String) { self.text = text }
}

extension MustacheLibrary {
    /// The templates below a folder. In none of them Mustache escapes, not even in partials: `TemplateFields` has done so.
    fileprivate init(escapedBefore folder: URL) throws {
        self.init()
        for (path, data) in try Assets.contents(of: folder) {
            let text = "{{% CONTENT_TYPE: TEXT}}\n" + String(decoding: data, as: UTF8.self)
            try register(text, named: (path as NSString).deletingPathExtension)
        }
    }
}

/// Error for missing resource files.
struct MissingResources: Error {}

/// Layout around every page.
struct Layout: Sendable {
    let title: String
    let content: RenderedHTML
    let tabs: [Tab]
    let assets: String
    let serverTime: Int64
    let person: Holder?
    let isWholeScreen: Bool
    /// Last sequence number that the page reflects.
    let sequence: Int64?
    let feed: String?
    /// Address of the offline copy, for those who keep one.
    let book: String?

    struct Tab: Sendable {
        let label: String
        let href: String
        let icon: String
        /// Prefixes of further addresses that belong to the tab.
        let below: String
        let current: Bool
    }

    struct Holder: Sendable {
        let id: String
        let name: String
        let href: String
        let avatar: Avatar
    }

    init(
        page: String, content: RenderedHTML, signedIn: SignedIn?, path: String, assets: String, isWholeScreen: Bool,
        followed: String?
    ) {
        self.isWholeScreen = isWholeScreen
        title = page
        self.content = content
        self.assets = assets
        serverTime = Instant.now.milliseconds
        let person = signedIn?.person
        tabs = Self.tabs(for: person, path: path)
        self.person = person.map {
            Holder(id: $0.id.text, name: $0.name.full, href: "/people/\($0.id)", avatar: Avatar($0))
        }
        sequence = signedIn?.sequence
        feed = sequence.map { href("/feed", [("after", "\($0)"), ("class", followed ?? "")]) }
        book = person?.role == .instructor ? "/offline" : nil
    }

    private static func tabs(for person: Person?, path: String) -> [Tab] {
        guard let person else { return [] }
        let me = "/people/\(person.id)"
        let all: [(label: String, href: String, icon: String, below: [String])] =
            person.role == .instructor
            ? [
                ("Courses", "/courses", "courses", []), ("Sessions", "/sessions", "sessions", ["/classes/"]),
                ("Class", "/class", "class", []), ("Students", "/students", "students", ["/people/"]),
                (
                    "More", "/more", "more",
                    [
                        "/student-types", "/people/import", "/people/pictures", "/offline", "/register", "/training",
                        "/install", "/join", "/notifications", "/welcome", "/school",
                    ]
                ),
            ]
            : [
                ("Courses", "/courses", "courses", ["/classes/"]), ("Training", "/training", "training", []),
                ("Me", me, "person", []),
                ("More", "/more", "more", ["/offline", "/install", "/notifications", "/watch-links"]),
            ]
        // The longest match wins: import is below /people but belongs to More.
        let fits = all.map { tab in
            ([tab.href] + tab.below).filter { path == $0 || path.hasPrefix($0) }.map(\.count).max() ?? 0
        }
        return zip(all, fits).map { tab, fit in
            Tab(
                label: tab.label, href: tab.href, icon: tab.icon, below: tab.below.joined(separator: " "),
                current: fit > 0 && fit == fits.max())
        }
    }
}
