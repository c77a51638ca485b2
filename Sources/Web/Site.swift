import Classroom
import Foundation
import Hummingbird
import Pages
import Store

/// Everything needed to make pages.
public struct Site: Sendable {
    let store: Store
    let feed: Feed
    let budget: WritingBudget
    let assets: Assets
    private let templates: Templates
    let unknownNames = UnknownNames()
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
        templates = try Templates(folder: pages)
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
    func answer(_ page: some Page, _ request: Request, _ signedIn: SignedIn?) throws -> Response {
        if request.wantsJSON {
            return Response(contentType: "application/json; charset=utf-8", body: page.model.json, for: request)
        }
        let html = try document(page, signedIn: signedIn, path: request.uri.path)
        return Response(contentType: "text/html; charset=utf-8", body: html, for: request)
    }

    func html(_ page: some Page, signedIn: SignedIn?) throws -> Response {
        let html = try document(page, signedIn: signedIn)
        return Response(contentType: "text/html; charset=utf-8", body: ByteBuffer(bytes: html))
    }

    private func document<Body: Page>(_ page: Body, signedIn: SignedIn?, path: String = "") throws -> [UInt8] {
        let layout = Layout(
            page: page.title, signedIn: signedIn, path: page.tab ?? path, assets: assets.prefix,
            isWholeScreen: page.isWholeScreen, followed: page.followed, list: page.list,
            typesIDs: school.typesIDs)
        return try html(of: templates.render(Body.template, page.model, within: Layout.template, layout.model))
    }

    /// A page that is a whole document by itself.
    func document<Body: Page>(_ page: Body) throws -> [UInt8] {
        try html(of: templates.render(Body.template, page.model))
    }

    private func html(of page: RenderedPage?) throws -> [UInt8] {
        guard let page else { throw MissingResources() }
        unknownNames.note(page.unknown)
        return page.html
    }
}

extension Templates {
    init(folder: URL) throws {
        try self.init(
            Assets.contents(of: folder).map { path, data in ((path as NSString).deletingPathExtension, Array(data)) })
    }
}

/// Error for missing resource files.
struct MissingResources: Error {}
