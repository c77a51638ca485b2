import Classroom
import GRDB
import Synchronization

/// Group commit: writes that wait at the same time share a transaction, and so a single wait for the disk.
///
/// Entries that wait are applied together; every other write runs in its own savepoint. All are answered after the commit.
/// A `Problem` rejects only the write that throws it; any other error aborts the whole transaction, and its writes are then
/// retried one by one.
///
/// Everything but the queue is the business of the writer's thread.
final class GroupCommit: Sendable {
    private let database: any Database
    private let committed: @Sendable () -> Void
    private let queue = Mutex(Queue())
    private let executor = WriterExecutor()
    private let seen = SeenRows()

    private struct Queue {
        var waiting: [any PendingWrite] = []
        var isWriting = false
        /// Groups that were not committed, with the reasons.
        var failed: [(group: [any PendingWrite], reason: any Error)] = []
    }

    private static let mostWaiting = 4096
    private static let mostTogether = 256
    /// From so many writes on that wait, half of them are left for the next group: while a group is written, the answers
    /// to the one before are on their way, and new requests come. One group of all would have both sides wait in turns.
    private static let fewTogether = 32
    private static let mostEntries = 1000

    /// - Parameter committed: called after every commit.
    init(_ database: any Database, committed: @escaping @Sendable () -> Void) {
        self.database = database
        self.committed = committed
    }

    /// - Parameter isolated: whether `body` needs its own savepoint, because it may throw a `Problem` after a change.
    func write<Value: Sendable>(
        isolated: Bool = true, _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            add(Write(isolated: isolated, body: body, continuation: continuation))
        }
    }

    /// Appends entries to the journal; returns what became of each.
    ///
    /// - Parameter rehearsing: changes nothing.
    func append(
        _ entries: [Incoming], rehearsing: Bool, _ codeJudge: CodeJudge
    ) async throws -> [EntryResult] {
        try await withCheckedThrowingContinuation { continuation in
            add(
                EntryWrite(
                    entries: entries, isRehearsal: rehearsing, codeJudge: codeJudge, continuation: continuation))
        }
    }

    private func add(_ write: any PendingWrite) {
        let (isTaken, isIdle) = queue.withLock { queue in
            guard queue.waiting.count < Self.mostWaiting else { return (false, false) }
            queue.waiting.append(write)
            defer { queue.isWriting = true }
            return (true, !queue.isWriting)
        }
        guard isTaken else {
            return write.fail(Problem.unavailable("The server is busy. Please try again in a moment."))
        }
        if isIdle { Task(executorPreference: executor) { await self.writeAll() } }
    }

    private func writeAll() async {
        repeat {
            await database.writeEach { [self] in nextGroup().map(transaction) }
            for (group, reason) in takeFailed() {
                // The book is unreachable, so retrying each write would be pointless.
                if let problem = reason as? Problem {
                    for write in group { write.fail(problem) }
                } else {
                    await write(group)
                }
            }
        } while goesOn()
    }

    private func transaction(_ group: [any PendingWrite]) -> Transaction {
        Transaction { [seen, committed] connection in
            let answers = try Self.write(group, on: connection, seen)
            return {
                seen.commit()
                for answer in answers { answer() }
                committed()
            }
        } failed: { [self] reason in
            queue.withLock { $0.failed.append((group, reason)) }
        }
    }

    private func takeFailed() -> [(group: [any PendingWrite], reason: any Error)] {
        queue.withLock { queue in
            defer { queue.failed = [] }
            return queue.failed
        }
    }

    private func goesOn() -> Bool {
        queue.withLock { queue in
            queue.isWriting = !queue.waiting.isEmpty
            return queue.isWriting
        }
    }

    private func nextGroup() -> [any PendingWrite]? {
        queue.withLock { queue in
            guard !queue.waiting.isEmpty else { return nil }
            var entries = 0
            let together = min(max(queue.waiting.count / 2, Self.fewTogether), Self.mostTogether)
            let group = queue.waiting.prefix(together).prefix { write in
                entries += write.size
                return entries <= Self.mostEntries
            }
            // A write of its own that is larger still has its turn.
            let count = max(group.count, 1)
            defer { queue.waiting.removeFirst(count) }
            return Array(queue.waiting.prefix(count))
        }
    }

    /// Writes a group by itself, after it could not be committed with others in a row.
    private func write(_ group: [any PendingWrite]) async {
        do {
            let answers = try await database.write { [seen] in try Self.write(group, on: $0, seen) }
            seen.commit()
            for answer in answers { answer() }
            committed()
        } catch let problem as Problem {
            // The book is unreachable, so retrying each write would be pointless.
            for write in group { write.fail(problem) }
        } catch {
            if group.count > 1 {
                for single in group { await write([single]) }
            } else if let entries = group.first as? EntryWrite, error.isConstraint {
                await writeOneByOne(entries)
            } else {
                for write in group { write.fail(error) }
            }
        }
    }

    /// Writes in order; returns the answers to be given after the commit. Entries that follow each other are applied
    /// together.
    private static func write(
        _ group: [any PendingWrite], on connection: any Connection, _ seen: SeenRows
    ) throws -> [Answer] {
        seen.begin()
        var answers: [Answer] = []
        var together: [EntryWrite] = []
        func apply() throws {
            guard let first = together.first else { return }
            var results = try JournalGroup.append(
                together.flatMap(\.entries), on: connection, first.codeJudge, seen: seen)[...]
            for write in together {
                let own = Array(results.prefix(write.entries.count))
                answers.append { write.continuation.resume(returning: own) }
                results = results.dropFirst(write.entries.count)
            }
            together = []
        }
        for write in group {
            if let entries = write as? EntryWrite, !entries.isRehearsal {
                together.append(entries)
                continue
            }
            try apply()
            answers.append(try write.write(on: connection))
        }
        try apply()
        return answers
    }

    /// Appends entries that the tables' constraints refuse together: each by itself, so that only those are rejected that
    /// cannot be kept.
    private func writeOneByOne(_ write: EntryWrite) async {
        do {
            let results = try await database.write { connection in
                try write.entries.flatMap { entry in
                    do {
                        return try connection.savepoint {
                            try JournalGroup.append([entry], on: connection, write.codeJudge)
                        }
                    } catch let error where error.isConstraint {
                        let problem = FieldProblem("id", "refused", "The book cannot keep this entry.")
                        return [.rejected(entry.entry.posted.identifier, [problem])]
                    }
                }
            }
            write.continuation.resume(returning: results)
            committed()
        } catch {
            write.fail(error)
        }
    }
}

extension Error {
    /// Whether the tables' constraints refuse a change.
    var isConstraint: Bool {
        if let error = self as? DatabaseError { return error.resultCode == .SQLITE_CONSTRAINT }
        // Class 23 (PostgreSQL's documentation, appendix A).
        if let failure = self as? PostgresFailure { return failure.sqlState.hasPrefix("23") }
        return false
    }
}
