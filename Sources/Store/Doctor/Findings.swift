import Classroom
import GRDB

/// Findings about a book, in words, by topic. Only the first of many similar findings are kept.
struct Findings: Sendable {
    private struct Topic: Sendable {
        let name: String
        var lines: [String] = []
        var count = 0
    }

    private var topics: [Topic] = []

    /// Maximum number of findings listed for a topic.
    static let mostListed = 20

    /// Total number of findings.
    var count: Int { topics.reduce(0) { $0 + $1.count } }

    var lines: [String] {
        topics.flatMap { topic in
            let more = topic.count - topic.lines.count
            return topic.lines + (more > 0 ? ["… and \(grouped(more)) more about \(topic.name)."] : [])
        }
    }

    /// - Parameter name: topic: "the table person".
    /// - Parameter line: sentence; not evaluated once enough are listed.
    mutating func add(_ name: String, _ line: @autoclosure () -> String) {
        let index = index(of: name)
        topics[index].count += 1
        if topics[index].lines.count < Self.mostListed { topics[index].lines.append(line()) }
    }

    mutating func add(_ name: String, all lines: [String]) {
        for line in lines { add(name, line) }
    }

    /// Adds the findings of another check.
    mutating func add(_ others: Findings) {
        for other in others.topics {
            let index = index(of: other.name)
            topics[index].count += other.count
            topics[index].lines += other.lines.prefix(max(0, Self.mostListed - topics[index].lines.count))
        }
    }

    /// Number of findings about a topic.
    func count(_ name: String) -> Int {
        topics.first { $0.name == name }?.count ?? 0
    }

    /// Adds findings that are counted but not listed.
    mutating func add(_ name: String, unlisted count: Int) {
        topics[index(of: name)].count += count
    }

    /// Runs a check. Failure to complete it, because the book cannot be read, is a finding too.
    mutating func attempt(
        _ name: String, on connection: any Connection, _ check: (inout Findings) throws -> Void
    ) throws {
        var found = self
        do {
            // After an error PostgreSQL rejects everything until a rollback, so the check has a savepoint.
            try connection.savepoint { try check(&found) }
        } catch {
            try found.note(error, name)
        }
        self = found
    }

    /// Runs one of the engine's own checks.
    mutating func attempt(_ name: String, _ check: () async throws -> [String]) async throws {
        do {
            add(name, all: try await check())
        } catch {
            try note(error, name)
        }
    }

    private mutating func note(_ error: any Error, _ name: String) throws {
        switch error {
        // The book is unreachable, there is no room for the copy, or the caller gave up.
        case is Problem, is ScratchFailure, is CancellationError: throw error
        case let error as DatabaseError where Self.passing.contains(error.resultCode): throw error
        case let failure as PostgresFailure where failure.remedy != .none: throw failure
        default: add(name, "This check cannot continue in \(name): \(describe(error)).")
        }
    }

    /// SQLite result codes that concern the machine and not the file.
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

/// The doctor's verdict on a book.
public struct Diagnosis: Sendable {
    /// Findings in sentences.
    public let findings: [String]
    /// Number of findings, listed or not.
    public let count: Int
    /// Contents of the book: "1,234 entries, 115 people, …".
    public let holds: String

    /// Whether a new book made from this journal would correct a finding.
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
