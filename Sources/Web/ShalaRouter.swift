import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import Store

extension Site {
    /// Services that must run beside the server: the feed and the weather.
    public var services: [any Service] { [feed, weather] }

    /// What is left to do once the server has ended, while the book is still open.
    public func finish() async {
        await notifier.finish()
    }

    /// Router with all routes and middleware.
    ///
    /// - Parameters:
    ///   - trustedProxies: proxies trusted to report the client's address.
    ///   - isSecure: whether the server itself speaks TLS.
    ///   - listensToAll: whether the server listens on all addresses of its machine.
    public func router(
        trustedProxies: [AddressRange] = [], isSecure: Bool = false, listensToAll: Bool = false
    ) -> Router<ShalaContext> {
        let router = Router(context: ShalaContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            HeadMiddleware()
            OriginMiddleware(trustedProxies: trustedProxies, isSecure: isSecure, listensToAll: listensToAll)
            SecurityMiddleware(files: assets.version)
            ProblemMiddleware(site: self)
            ForeignWriteMiddleware()
        }
        assets.addRoutes(to: router)
        addHealth(to: router)
        // Before anybody is known by a cookie, which plays no part here.
        WatchRoutes(site: self).addRoutes(to: router)
        // Problems of signed-in people are shown on a page with their tabs.
        let known = router.group().addMiddleware {
            SignInMiddleware(store: store, feed: feed)
            ProblemMiddleware(site: self)
        }
        SignInRoutes(site: self).addRoutes(to: known)
        SetUpRoutes(site: self).addRoutes(to: known)
        CodeRoutes(site: self).addRoutes(to: known)
        let people = known.group(context: SignedInContext.self)
        JournalRoutes(site: self).addRoutes(to: people)
        FeedRoutes(site: self).addRoutes(toSignedIn: people)
        let signedIn = people.group().addMiddleware { PageThreads() }
        addPages(toSignedIn: signedIn)
        WatchLinkRoutes(site: self).addRoutes(to: signedIn.group(context: StudentContext.self))
        let instructors = signedIn.group(context: InstructorContext.self)
        ClassRoutes(site: self).addRoutes(to: instructors)
        VenueRoutes(site: self).addRoutes(to: instructors)
        RosterRoutes(site: self).addRoutes(to: instructors)
        RosterFileRoutes(site: self).addRoutes(to: instructors)
        let owners = instructors.group(context: OwnerContext.self)
        RosterFileRoutes(site: self).addRoutes(toOwners: owners)
        SchoolRoutes(site: self).addRoutes(toOwners: owners)
        GitHubRoutes(site: self).addRoutes(to: instructors)
        RegistrationRoutes(site: self).addRoutes(to: instructors)
        SignInCodeRoutes(site: self).addRoutes(to: instructors)
        ManyCardRoutes(site: self).addRoutes(to: instructors)
        CourseRoutes(site: self).addRoutes(to: instructors)
        AttendanceRoutes(site: self).addRoutes(to: instructors)
        RatesRoutes(site: self).addRoutes(to: instructors)
        CodeRoutes(site: self).addRoutes(to: instructors)
        return router
    }

    private func addPages(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        RosterRoutes(site: self).addRoutes(toSignedIn: signedIn)
        RatesRoutes(site: self).addRoutes(toSignedIn: signedIn)
        ClassRoutes(site: self).addRoutes(toSignedIn: signedIn)
        CourseRoutes(site: self).addRoutes(toSignedIn: signedIn)
        TrainingRoutes(site: self).addRoutes(toSignedIn: signedIn)
        OfflineRoutes(site: self).addRoutes(toSignedIn: signedIn)
        SignInRoutes(site: self).addRoutes(toSignedIn: signedIn)
        NotificationRoutes(site: self).addRoutes(toSignedIn: signedIn)
        signedIn.get("/") { _, context in
            Response.seeOther(context.person.role == .instructor ? "/class" : "/courses")
        }
        signedIn.get("more") { request, context in
            try await answer(MorePage.load(self, context.person), request, context.signedIn)
        }
        signedIn.get("keyboard") { request, context in try answer(KeyboardPage(), request, context.signedIn) }
    }

    private func addHealth(to router: Router<ShalaContext>) {
        struct Health: Encodable {
            let status = "ok"
            let engine: String
            let sequence: Int64
            let version = Version.current
            let serverTime = Instant.now.milliseconds
        }
        router.get("health") { _, _ in
            try Response.json(Health(engine: store.engine, sequence: try await store.lastSequence()))
        }
    }
}
