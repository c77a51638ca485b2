import Classroom

/// Write that waits for its turn, with who waits for it.
protocol PendingWrite: Sendable {
    /// Number of entries that it brings.
    var size: Int { get }
    func outcome(on connection: any Connection) throws -> any Sendable
    func finish(_ outcome: any Sendable)
    func fail(_ error: any Error)
}

/// Any other change of the book than by entries.
struct Write<Value: Sendable>: PendingWrite {
    let isolated: Bool
    let body: @Sendable (any Connection) throws -> Value
    let continuation: CheckedContinuation<Value, any Error>

    var size: Int { 1 }

    func outcome(on connection: any Connection) throws -> any Sendable {
        guard isolated else { return Result<Value, Problem>.success(try body(connection)) }
        do {
            return Result<Value, Problem>.success(try connection.savepoint { try body(connection) })
        } catch let problem as Problem {
            return Result<Value, Problem>.failure(problem)
        }
    }

    func finish(_ outcome: any Sendable) {
        continuation.answer(outcome)
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

    func outcome(on connection: any Connection) throws -> any Sendable {
        let results = try JournalGroup.append(entries, on: connection, codeJudge, rehearsing: isRehearsal)
        return Result<[EntryResult], Problem>.success(results)
    }

    func finish(_ outcome: any Sendable) {
        continuation.answer(outcome)
    }

    func fail(_ error: any Error) {
        continuation.resume(throwing: error)
    }
}

extension CheckedContinuation where E == any Error {
    /// Resumes with the outcome of a write.
    fileprivate func answer(_ outcome: any Sendable) {
        switch outcome as? Result<T, Problem> {
        case .success(let value)?: resume(returning: value)
        case .failure(let problem)?: resume(throwing: problem)
        case nil: resume(throwing: Problem.unavailable("The server could not answer."))
        }
    }
}
