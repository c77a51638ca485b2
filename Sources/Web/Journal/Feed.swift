import Classroom
import Foundation
import Logging
import ServiceLifecycle
import Store

/// Live feed of the journal, in order.
///
/// A follower that reads too slowly is disconnected. Nothing is lost: the follower reconnects with its last sequence
/// number.
actor Feed: Service {
    private let store: Store
    private(set) var lastSequence: Int64
    private var followers: [Int: Follower] = [:]
    private var nextFollower = 0
    private var isReading = false
    private var isBehind = false

    private let logger = Logger(label: "shala")

    private static let mostFollowers = 10_000
    private static let mostWaiting = 256

    /// Interval between heartbeats, which show followers that the connection is alive.
    private static let heartbeat = Duration.seconds(15)

    private struct Follower {
        let scope: FeedScope
        let continuation: AsyncStream<Beat>.Continuation
    }

    init(_ store: Store) async throws {
        self.store = store
        lastSequence = try await store.lastSequence()
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
    }

    /// Follows a scope: entries from now on, and the sequence number of the last entry before.
    func follow(_ scope: FeedScope) throws -> Following {
        guard followers.count < Self.mostFollowers else {
            throw Problem.unavailable("The server cannot notify more devices right now.")
        }
        let (stream, continuation) = AsyncStream<Beat>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        let number = nextFollower
        nextFollower += 1
        followers[number] = Follower(scope: scope, continuation: continuation)
        continuation.onTermination = { [weak self] _ in
            Task { await self?.leave(number) }
        }
        return Following(beats: stream, since: lastSequence) { continuation.finish() }
    }

    private func beat() {
        for follower in followers.values { follower.continuation.yield(.heartbeat) }
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
            isBehind = false
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
            for entry in entries { tell(entry) }
            lastSequence = last.sequence
            entries = try await store.entries(after: lastSequence)
        }
    }

    private func tell(_ entry: FeedEntry) {
        for follower in followers.values {
            if follower.scope.holds(entry), case .dropped = follower.continuation.yield(.entry(entry)) {
                follower.continuation.finish()
            }
            // Followers of a single class are not sent this entry, but may lose access by it.
            guard entry.changesAccess, entry.person == follower.scope.person else { continue }
            // The follower reconnects with its new scope.
            follower.continuation.yield(.again)
            follower.continuation.finish()
        }
    }
}

/// Message to a follower.
enum Beat: Sendable {
    case entry(FeedEntry)
    case heartbeat
    /// End of the stream; the follower should reconnect at once.
    case again
}

/// Stream of a follower.
struct Following: Sendable {
    let beats: AsyncStream<Beat>
    /// Sequence number of the last entry before the first of `beats`.
    let since: Int64
    /// Ends the stream.
    let stop: @Sendable () -> Void
}
