import Classroom
import GRDB

/// What is wrong with a book, in words, by what it is about. Of many alike only the first are kept.
struct Findings: Sendable {
    private struct Topic: Sendable {
        let name: String
        var lines: [String] = []
        var count = 0
    }

    private var topics: [Topic] = []

    /// How many of a topic are listed.
    static let mostListed = 20

    /// How many things are wrong in all.
    var count: Int { topics.reduce(0) { $0 + $1.count } }

    var lines: [String] {
        topics.flatMap { topic in
            let more = topic.count - topic.lines.count
            return topic.lines + (more > 0 ? ["… and \(grouped(more)) more about \(topic.name)."] : [])
        }
    }

    /// - Parameter name: what it is about: "the table person".
    /// - Parameter line: a sentence; not asked for once enough are listed.
    mutating func add(_ name: String, _ line: @autoclosure () -> String) {
        let index = index(of: name)
        topics[index].count += 1
        if topics[index].lines.count < Self.mostListed { topics[index].lines.append(line()) }
    }

    mutating func add(_ name: String, all lines: [String]) {
        for line in lines { add(name, line) }
    }

    /// Adds what another check has found.
    mutating func add(_ others: Findings) {
        for other in others.topics {
            let index = index(of: other.name)
            topics[index].count += other.count
            topics[index].lines += other.lines.prefix(max(0, Self.mostListed - topics[index].lines.count))
        }
    }

    /// How many things are wrong about this.
    func count(_ name: String) -> Int {
        topics.first { $0.name == name }?.count ?? 0
    }

    /// Adds so many that are not listed.
    mutating func add(_ name: String, unlisted count: Int) {
        topics[index(of: name)].count += count
    }

    /// Runs a check. That it cannot go on, since the book cannot be read there, is a finding too.
    mutating func attempt(
        _ name: String, on connection: any Connection, _ check: (inout Findings) throws -> Void
    ) throws {
        var found = self
        do {
            // PostgreSQL answers nothing more after an error, except beyond a savepoint.
            try connection.savepoint { try check(&found) }
        } catch {
            try found.note(error, name)
        }
        self = found
    }

    /// Runs a check of the engine’s own.
    mutating func attempt(_ name: String, _ check: () async throws -> [String]) async throws {
        do {
            add(name, all: try await check())
        } catch {
            try note(error, name)
        }
    }

    private mutating func note(_ error: any Error, _ name: String) throws {
        switch error {
        // The book cannot be reached, or there is no room for the copy, or nobody wants to know any more.
        case is Problem, is ScratchFailure, is CancellationError: throw error
        case let error as DatabaseError where Self.passing.contains(error.resultCode): throw error
        case let failure as PostgresFailure where failure.remedy != .none: throw failure
        default: add(name, "This check cannot go on in \(name): \(describe(error)).")
        }
    }

    /// What SQLite says of the machine and not of the file.
    private static let passing: [ResultCode] = [
        .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_FULL,
        .SQLITE_CANTOPEN,
    ]

    private mutating func index(of name: String) -> Int {
        if let index = topics.firstIndex(where: { $0.name == name }) { return index }
        topics.append(Topic(name: name))
        return topics.count - 1
    }
}

/// What the doctor says of a book.
public struct Diagnosis: Sendable {
    /// What is wrong, in sentences.
    public let findings: [String]
    /// How many things are wrong, listed or not.
    public let count: Int
    /// What the book holds: "1,234 entries, 115 people, …".
    public let holds: String

    /// Whether something is wrong that a new book made from this one's journal would have right.
    public let canBeMadeAnew: Bool

    init(_ findings: Findings, holds: String) {
        self.findings = findings.lines
        count = findings.count
        self.holds = holds
        let sources = [JournalReplay.topic, ContentChecks.pictures, Doctor.files]
        let derived = BookTable.all(.derived).map(\.title)
        canBeMadeAnew =
            sources.allSatisfy { findings.count($0) == 0 } && derived.contains { findings.count($0) > 0 }
    }
}
