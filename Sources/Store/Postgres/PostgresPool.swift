import Classroom
import Dispatch

/// Pool of at most `most` connections to a PostgreSQL server.
actor PostgresPool {
    private let address: String
    private let most: Int
    /// Statement run on each new connection.
    private let settings: String?
    private var idle: [PostgresLink] = []
    /// Number of connections in use or being opened.
    private var taken = 0
    private var waiting: [CheckedContinuation<Void, any Error>] = []
    /// Threads on which libpq blocks for the server's answers, at most one per connection; without any, the caller waits.
    private let threads: DispatchQueue?

    private static let mostWaiting = 2048

    /// - Parameter blocksCaller: whether the caller has a thread of its own for waiting.
    init(_ address: String, most: Int, settings: String? = nil, blocksCaller: Bool = false) {
        threads = blocksCaller ? nil : DispatchQueue(label: "shala.postgres", attributes: .concurrent)
        self.address = address
        self.most = most
        self.settings = settings
    }

    /// Runs `body` with a connection.
    func with<Value: Sendable>(_ body: @escaping @Sendable (PostgresLink) throws -> Value) async throws -> Value {
        try await takePlace()
        defer { leavePlace() }
        let link: PostgresLink
        if let last = idle.popLast() {
            link = last
        } else {
            link = try await onThread { [address, settings] in
                let link = try PostgresLink(address)
                if let settings { try link.command(settings) }
                return link
            }
        }
        do {
            let value = try await onThread { try body(link) }
            if link.isIdle { idle.append(link) }
            return value
        } catch {
            // If this connection was lost, the idle connections probably were too.
            if link.isIdle { idle.append(link) } else { idle = [] }
            throw error
        }
    }

    func close() {
        idle = []
    }

    private func takePlace() async throws {
        if taken < most {
            taken += 1
            return
        }
        guard waiting.count < Self.mostWaiting else {
            throw Problem.unavailable("The server is busy. Please try again in a moment.")
        }
        // A connection that is returned passes to the next in line.
        try await withCheckedThrowingContinuation { waiting.append($0) }
    }

    private func leavePlace() {
        if waiting.isEmpty { taken -= 1 } else { waiting.removeFirst().resume() }
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let threads else { return try body() }
        return try await withCheckedThrowingContinuation { continuation in
            threads.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
