import Classroom
import Foundation
import Logging
import Store

/// Teller of people about what happens: in their open pages on every server, and by push messages from the server that
/// took the entry.
struct Notifier: Sendable {
    let vapid: Vapid?
    private let settings: ProviderSettings.Push?
    private let store: Store
    private let queue: PushQueue?
    private let pushes: NoticeCollector?
    private let logger = Logger(label: "shala")

    /// - Parameter school: in whose time zone classes are that have none of their own.
    init(_ store: Store, _ feed: Feed, _ settings: ProviderSettings.Push?, _ school: SchoolMemory) async throws {
        self.store = store
        self.settings = settings
        let writer = NoticeWriter(store: store, school: school)
        await feed.tellNotices(by: NoticeCollector(writer) { [weak feed] in await feed?.tell($0, to: Set($1)) })
        guard let settings else {
            (vapid, queue, pushes) = (nil, nil, nil)
            return
        }
        let vapid = Vapid(try store.pushKey())
        let queue = PushQueue(PushClient(settings: settings, vapid: vapid)) { endpoint in
            try await store.forgetSubscription(endpoint)
        }
        self.vapid = vapid
        self.queue = queue
        pushes = NoticeCollector(writer) { try await Self.push($0, to: $1, store, queue) }
    }

    /// Notes entries that this server has taken. Nobody waits for what follows.
    func note(_ posted: [PostedEntry], by maker: Identifier?, _ results: [EntryResult]) {
        guard let pushes else { return }
        let events = zip(posted, results).compactMap { NoticeEvent($0, by: maker, $1) }
        guard !events.isEmpty else { return }
        guard events.contains(where: { $0.topic == .changes }) else { return pushes.add(events) }
        Task { pushes.add(await placed(events)) }
    }

    /// Tells of what has just happened, before the server ends: by push messages, for which it waits three seconds at most.
    /// Pages that are open have lost their feed by now.
    func finish() async {
        let end = ContinuousClock.now + .seconds(3)
        await pushes?.finish(before: end)
        await queue?.finish(before: end)
    }

    /// What happens, with the course of each class whose change it is: an entry does not always name it.
    private func placed(_ events: [NoticeEvent]) async -> [NoticeEvent] {
        let sessions = Set(events.filter { $0.topic == .changes }.map(\.session))
        guard !sessions.isEmpty else { return events }
        do {
            let courses = try await store.courses(ofClasses: sessions)
            return events.map { event in
                var placed = event
                placed.course = courses[event.session]
                return placed
            }
        } catch {
            logger.warning("changes are told one by one", metadata: ["error": "\(error)"])
            return events
        }
    }

    /// Sends somebody a notice to see whether they arrive; returns the number of their devices.
    func test(_ person: Identifier) async throws -> Int {
        guard let queue else { throw Self.isOff }
        return try await Self.push(.test, to: [person], store, queue)
    }

    /// Checks a browser's subscription; throws what is wrong with it.
    func check(_ endpoint: String, _ publicKey: String, _ auth: String, site: String) async throws -> PushSubscription {
        guard let settings else { throw Self.isOff }
        try await PushEndpoint.check(endpoint, settings)
        guard let publicKey = Data(base64URL: publicKey), let auth = Data(base64URL: auth),
            PushKeys(publicKey: Array(publicKey), auth: Array(auth)) != nil
        else { throw Problem.invalid("keys", "keys", "These are not the keys of a push subscription.") }
        return PushSubscription(endpoint: endpoint, publicKey: Array(publicKey), auth: Array(auth), site: site)
    }

    @discardableResult
    private static func push(
        _ notice: Notice, to people: [Identifier], _ store: Store, _ queue: PushQueue
    ) async throws -> Int {
        let subscriptions = try await store.subscriptions(of: people)
        await queue.add(notice, for: subscriptions)
        return subscriptions.count
    }

    private static let isOff = Problem.unavailable("This server sends no push messages.")
}
