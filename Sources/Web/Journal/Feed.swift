import Classroom
import Foundation
import Logging
import ServiceLifecycle
import Store
import Synchronization

/// Live feed of the journal, in order.
///
/// A follower that reads too slowly is disconnected. Nothing is lost: the follower reconnects with its last sequence
/// number.
actor Feed: Service {
    private let store: Store
    private let limits: Limits
    private let school: SchoolMemory
    private nonisolated let last: Atomic<Int64>
    private var followers: [Int: Follower] = [:]
    private var nextFollower = 0
    private var isReading = false
    private var isBehind = false
    /// When the journal was read last.
    private var latestRead: ContinuousClock.Instant?
    /// Writer of notices to followers of everything that concerns them.
    private var notices: NoticeCollector?
    /// What was just told and is urgent: a page that is opened meanwhile follows only in a moment.
    private var told: [Told] = []

    private let logger = Logger(label: "shala")

    private static let mostWaiting = 256

    /// Least time from one reading of the journal to the next: where many write at once, their entries are read together.
    private static let pause = Duration.milliseconds(10)

    /// Interval between heartbeats, which show followers that the connection is alive.
    private static let heartbeat = Duration.seconds(15)

    /// How long a notice is kept for pages that are being opened, and how many are.
    private static let toldTime = Duration.seconds(15)
    private static let mostTold = 256

    private struct Follower {
        let scope: FeedScope
        let continuation: AsyncStream<Beat>.Continuation

        func tell(_ notice: Notice, to people: Set<Identifier>) {
            if scope.session == nil, people.contains(scope.person) { continuation.yield(.notice(notice)) }
        }

        func tell(_ messages: [FeedMessage]) {
            // Followers of a single class are not sent an entry that is not of it, but may lose access by it.
            let last = messages.firstIndex { $0.entry.changesAccess && $0.entry.person == scope.person }
            let held = messages.prefix(last.map { $0 + 1 } ?? messages.count).filter { scope.holds($0.entry) }
            if !held.isEmpty, case .dropped = continuation.yield(.entries(held)) { continuation.finish() }
            guard last != nil else { return }
            // The follower reconnects with its new scope.
            continuation.yield(.again)
            continuation.finish()
        }
    }

    private struct Told {
        let notice: Notice
        let people: Set<Identifier>
        let at = ContinuousClock.now

        var isRecent: Bool { ContinuousClock.now - at < Feed.toldTime }
    }

    /// Number of the last entry that has been told.
    nonisolated var lastSequence: Int64 { last.load(ordering: .acquiring) }

    init(_ store: Store, _ limits: Limits, _ school: SchoolMemory) async throws {
        (self.store, self.limits, self.school) = (store, limits, school)
        last = Atomic(try await store.lastSequence())
        store.onAppend { [weak self] in
            Task { await self?.read() }
        }
    }

    /// Sends heartbeats until the server shuts down, checking for missed entries each time.
    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    try await Task.sleep(for: Self.heartbeat)
                    await self.beat()
                    await self.read()
                }
            }
        } catch is CancellationError {
            // Leaves the loop at shutdown.
        }
        notices?.forget()
    }

    /// What comes from now on, and the number of the last entry before it.
    ///
    /// - Parameters:
    ///   - after: number of the last entry that the follower knows. What was just told of later ones is told again.
    ///   - scope: reads what may be seen. It is read again once it is followed, since what changes it in between is told
    ///     to nobody yet.
    func follow(
        after: Int64? = nil, _ scope: @Sendable () async throws -> FeedScope
    ) async throws -> Following {
        var known = try await scope()
        for _ in 0..<3 {
            let following = try follow(known, after)
            let now: FeedScope
            do { now = try await scope() } catch {
                following.stop()
                throw error
            }
            if now == known { return following }
            following.stop()
            known = now
        }
        throw Problem.unavailable("What you may see is being changed right now.")
    }

    private func follow(_ scope: FeedScope, _ after: Int64?) throws -> Following {
        endOldest(of: scope.person)
        guard followers.count < limits.feeds else {
            throw Problem.unavailable("The server cannot notify more devices right now.")
        }
        let (stream, continuation) = AsyncStream<Beat>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        let number = nextFollower
        nextFollower += 1
        let follower = Follower(scope: scope, continuation: continuation)
        followers[number] = follower
        for one in told where one.isRecent && after.map({ $0 < one.notice.sequence }) ?? false {
            follower.tell(one.notice, to: one.people)
        }
        continuation.onTermination = { [weak self] _ in
            Task { await self?.leave(number) }
        }
        return Following(scope: scope, beats: stream, since: lastSequence) { continuation.finish() }
    }

    /// Makes room for one more feed of a person.
    private func endOldest(of person: Identifier) {
        let own = followers.filter { $0.value.scope.person == person }.keys.sorted()
        for number in own.prefix(max(0, own.count - limits.feedsPerPerson + 1)) {
            followers[number]?.continuation.yield(.enough)
            followers[number]?.continuation.finish()
            followers[number] = nil
        }
    }

    /// Milliseconds from one update of a student's device to the next.
    var updatePause: Int { Self.updatePause(followers: followers.count) }

    /// Milliseconds from one update of a student's device to the next, 3,000 to 30,000: up to 300 devices together ask no more than
    /// ten times a second.
    static func updatePause(followers: Int) -> Int {
        min(max(3_000, followers * 100), 30_000)
    }

    func tellNotices(by collector: NoticeCollector) {
        notices = collector
    }

    /// Sends a notice to people's pages that are open on this server, or are about to be.
    func tell(_ notice: Notice, to people: Set<Identifier>) {
        // What is not urgent, the page shows by itself.
        if notice.urgency == .high {
            told = told.suffix(Self.mostTold - 1).filter(\.isRecent) + [Told(notice: notice, people: people)]
        }
        for follower in followers.values { follower.tell(notice, to: people) }
    }

    private func beat() {
        for follower in followers.values { follower.continuation.yield(.heartbeat) }
    }

    /// Tells the pages of a class that an instructor's device has come to a network.
    func tellNetwork(of session: Identifier) {
        for follower in followers.values { follower.continuation.yield(.network(session)) }
    }

    private func leave(_ number: Int) {
        followers[number] = nil
    }

    /// Reads new entries. A call during a read causes another read afterwards.
    private func read() async {
        isBehind = true
        guard !isReading else { return }
        isReading = true
        while isBehind {
            // Cut short only at shutdown: then it reads at once.
            if let latestRead { try? await Task.sleep(until: latestRead + Self.pause) }
            (isBehind, latestRead) = (false, .now)
            do {
                try await readAll()
            } catch {
                // The next heartbeat reads again.
                logger.warning("the feed could not read the journal", metadata: ["error": "\(error)"])
                break
            }
        }
        isReading = false
    }

    private func readAll() async throws {
        var entries = try await store.entries(after: lastSequence)
        while let last = entries.last {
            // Before the number moves on, since pages claim to reflect all up to it.
            store.forgetSignedIn(after: entries)
            try await school.refresh(after: entries)
            try tell(entries)
            notices?.add(entries.compactMap(NoticeEvent.init))
            self.last.store(last.sequence, ordering: .releasing)
            entries = try await store.entries(after: lastSequence)
        }
    }

    private func tell(_ entries: [FeedEntry]) throws {
        // Encoded once, however many follow.
        let messages = try followers.isEmpty ? [] : entries.map(FeedMessage.init)
        for follower in followers.values { follower.tell(messages) }
    }
}

/// Message to a follower.
enum Beat: Sendable {
    /// Entries in order.
    case entries([FeedMessage])
    case heartbeat
    /// An instructor's device has come to a network of this class.
    case network(Identifier)
    /// Something of which the follower wants to be told.
    case notice(Notice)
    /// End of the stream; the follower should reconnect at once.
    case again
    /// The line ends here, since its person has too many others.
    case enough
}

/// Stream of a follower.
struct Following: Sendable {
    let scope: FeedScope
    let beats: AsyncStream<Beat>
    /// Sequence number of the last entry before the first of `beats`.
    let since: Int64
    /// Ends the stream.
    let stop: @Sendable () -> Void
}
