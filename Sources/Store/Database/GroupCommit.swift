import Classroom

/// Group commit: writes that wait at the same time share a transaction, and so a single wait for the disk.
///
/// Each runs in its own savepoint and is answered after the commit. A `Problem` rejects only the write that throws it;
/// any other error aborts the whole transaction, and its writes are then retried one by one.
actor GroupCommit {
    private let database: any Database
    private let committed: @Sendable () -> Void
    private var waiting: [any PendingWrite] = []
    private var isWriting = false

    private static let mostWaiting = 4096
    private static let mostTogether = 256

    /// - Parameter committed: called after every commit.
    init(_ database: any Database, committed: @escaping @Sendable () -> Void) {
        self.database = database
        self.committed = committed
    }

    /// - Parameter isolated: whether `body` needs its own savepoint, because it may throw a `Problem` after a change.
    func write<Value: Sendable>(
        isolated: Bool = true, _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        guard waiting.count < Self.mostWaiting else {
            throw Problem.unavailable("The server is busy. Please try again in a moment.")
        }
        return try await withCheckedThrowingContinuation { continuation in
            waiting.append(Write(isolated: isolated, body: body, continuation: continuation))
            guard !isWriting else { return }
            isWriting = true
            Task { await writeAll() }
        }
    }

    private func writeAll() async {
        while !waiting.isEmpty {
            let group = Array(waiting.prefix(Self.mostTogether))
            waiting.removeFirst(group.count)
            await write(group)
        }
        isWriting = false
    }

    private func write(_ group: [any PendingWrite]) async {
        do {
            let outcomes = try await database.write { connection in
                try group.map { try $0.outcome(on: connection) }
            }
            for (write, outcome) in zip(group, outcomes) { write.finish(outcome) }
            committed()
        } catch let problem as Problem {
            // The book is unreachable, so retrying each write would be pointless.
            for write in group { write.fail(problem) }
        } catch {
            if group.count == 1 {
                for write in group { write.fail(error) }
            } else {
                for single in group { await write([single]) }
            }
        }
    }
}

private protocol PendingWrite: Sendable {
    func outcome(on connection: any Connection) throws -> any Sendable
    func finish(_ outcome: any Sendable)
    func fail(_ error: any Error)
}

private struct Write<Value: Sendable>: PendingWrite {
    let isolated: Bool
    let body: @Sendable (any Connection) throws -> Value
    let continuation: CheckedContinuation<Value, any Error>

    func outcome(on connection: any Connection) throws -> any Sendable {
        guard isolated else { return Result<Value, Problem>.success(try body(connection)) }
        do {
            return Result<Value, Problem>.success(try connection.savepoint { try body(connection) })
        } catch let problem as Problem {
            return Result<Value, Problem>.failure(problem)
        }
    }

    func finish(_ outcome: any Sendable) {
        switch outcome as? Result<Value, Problem> {
        case .success(let value)?: continuation.resume(returning: value)
        case .failure(let problem)?: continuation.resume(throwing: problem)
        case nil: continuation.resume(throwing: Problem.unavailable("The server could not answer."))
        }
    }

    func fail(_ error: any Error) {
        continuation.resume(throwing: error)
    }
}
