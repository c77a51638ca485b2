import Foundation

/// Listener for appends to the journal by other servers.
///
/// Notifications missed while disconnected are made up for: `tell` is called after every reconnect.
final class PostgresListener: @unchecked Sendable {
    private let address: String
    private let channel: String
    private let state = NSCondition()
    private var isStarted = false
    private var isStopped = false

    /// Interval at which the thread checks for a stop, in milliseconds.
    private static let patience: Int32 = 500

    init(_ address: String, channel: String) {
        self.address = address
        self.channel = channel
    }

    /// Listens on its own thread until stopped.
    func start(_ tell: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { () -> Bool in
            defer { isStarted = true }
            return !isStarted
        }
        guard isFirst else { return }
        let thread = Thread { [self] in
            while !hasStopped {
                do { try listen(tell) } catch { rest() }
            }
        }
        thread.name = "shala.postgres.listener"
        thread.start()
    }

    func stop() {
        state.withLock {
            isStopped = true
            state.broadcast()
        }
    }

    private func listen(_ tell: () -> Void) throws {
        let link = try PostgresLink(address)
        try link.command("LISTEN \(channel)")
        tell()
        while !hasStopped {
            if try link.awaitNotification(milliseconds: Self.patience) { tell() }
        }
    }

    private var hasStopped: Bool { state.withLock { isStopped } }

    /// Waits before the next attempt to connect.
    private func rest() {
        state.withLock {
            if !isStopped { _ = state.wait(until: Date(timeIntervalSinceNow: 0.5)) }
        }
    }
}
