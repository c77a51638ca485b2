import Classroom

/// Write that waits for its turn, with who waits for it.
protocol PendingWrite: Sendable {
    /// Number of entries that it brings.
    var size: Int { get }
    /// Writes; returns what answers whoever waits, to be called after the commit.
    func write(on connection: any Connection) throws -> Answer
    func fail(_ error: any Error)
}

typealias Answer = @Sendable () -> Void

/// Any other change of the book than by entries.
struct Write<Value: Sendable>: PendingWrite {
    let isolated: Bool
    let body: @Sendable (any Connection) throws -> Value
    let continuation: CheckedContinuation<Value, any Error>

    var size: Int { 1 }

    func write(on connection: any Connection) throws -> Answer {
        do {
            let value = try isolated ? connection.savepoint { try body(connection) } : body(connection)
            return { continuation.resume(returning: value) }
        } catch let problem as Problem where isolated {
            return { continuation.resume(throwing: problem) }
        }
    }

    func fail(_ error: any Error) {
        continuation.resume(throwing: error)
    }
}

/// Entries that wait for the journal.
struct EntryWrite: PendingWrite {
    let entries: [Incoming]
    let isRehearsal: Bool
    let codeJudge: CodeJudge
    let continuation: CheckedContinuation<[EntryResult], any Error>

    var size: Int { entries.count }

    func write(on connection: any Connection) throws -> Answer {
        let results = try JournalGroup.append(entries, on: connection, codeJudge, rehearsing: isRehearsal)
        return { continuation.resume(returning: results) }
    }

    func fail(_ error: any Error) {
        continuation.resume(throwing: error)
    }
}
