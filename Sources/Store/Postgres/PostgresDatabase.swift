import Classroom
import Foundation

/// Book in a PostgreSQL database, which several servers may share.
///
/// Each write transaction, on any server, takes an advisory lock, so that the journal's order is the order in which
/// entries become visible: otherwise a smaller number could appear after a larger number had been read.
public final class PostgresDatabase: Database {
    let address: String
    let readers: PostgresPool
    private let writers: PostgresPool
    private let listener: PostgresListener
    public let engine: String
    public let types = ColumnTypes(
        sequence: "BIGINT", identifier: "UUID", key: "TEXT COLLATE \"C\"", bytes: "BYTEA", isKeyOnly: "",
        placeOfText: "STRPOS",
        identifierText: nil,
        namedParts: PostgresCatalogue.namedParts)

    static let channel = "shala"
    /// "shala" in ASCII.
    private static let lock: Int64 = 0x73_68_61_6C_61
    private static let mostReaders = 8

    /// Connects to the server.
    ///
    /// - Parameter address: connection URI, `postgres://user:password@host:port/database?sslmode=verify-full`.
    public init(_ address: String) async throws {
        self.address = address
        readers = PostgresPool(address, most: Self.mostReaders)
        // A single connection, since writes are serialised anyway, and a separate pool, so that readers cannot delay
        // writes.
        // Plans are made once, while a new book's tables are small enough to be read whole, and then kept as they grow.
        // A table without an index that helps looks so dear then that PostgreSQL would compile the plan, which takes longer
        // than to run it.
        writers = PostgresPool(
            address, most: 1, settings: "SET enable_seqscan = off; SET jit = off", blocksCaller: true)
        listener = PostgresListener(address, channel: Self.channel)
        engine = try await Self.retrying { [readers] in
            try await readers.with { link in
                let encoding = try link.run("SHOW server_encoding", []).rows.first?.text("server_encoding")
                guard encoding == "UTF8" else {
                    throw PostgresFailure("The database must have the encoding UTF8.", remedy: .none)
                }
                return "PostgreSQL " + link.serverVersion
            }
        }
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await Self.reaching { [readers] in
            try await readers.with { try $0.transaction(["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"], body) }
        }
    }

    public func rows(_ sql: String, values: [SQLValue]) async throws -> [Row] {
        try await Self.reaching { [readers] in try await readers.with { try $0.run(sql, values).rows } }
    }

    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await Self.reaching { [writers] in
            try await writers.with { try $0.transaction(Self.beginWriting, body) }
        }
    }

    /// READ COMMITTED: reads after taking the lock see everything that its previous holder committed.
    fileprivate static let beginWriting = [
        "BEGIN ISOLATION LEVEL READ COMMITTED", "SELECT pg_advisory_xact_lock(\(lock))",
    ]

    public func writeEach(_ next: @escaping @Sendable () -> Transaction?) async {
        do {
            try await writers.with { $0.transactions(next) }
        } catch {
            // There is no connection.
            next()?.failed(error)
        }
    }

    public func onAppendElsewhere(_ tell: @escaping @Sendable () -> Void) {
        listener.start(tell)
    }

    deinit {
        listener.stop()
    }

    public func close() async {
        listener.stop()
        await readers.close()
        await writers.close()
    }

    /// Runs `attempt`, turning connection errors into a message for people.
    static func reaching<Value>(_ attempt: () async throws -> Value) async throws -> Value {
        do {
            return try await retrying(attempt)
        } catch let failure as PostgresFailure where failure.remedy != .none {
            throw outOfReach
        }
    }

    fileprivate static let outOfReach = Problem.unavailable(
        "The server cannot reach its database right now. Please try again in a moment.")

    /// Retries transient failures for about three seconds, as long as a restart takes.
    private static func retrying<Value>(_ attempt: () async throws -> Value) async throws -> Value {
        for wait in [20, 50, 100, 200, 400, 800, 1600] {
            do {
                return try await attempt()
            } catch let failure as PostgresFailure where [.again, .reconnect].contains(failure.remedy) {
                try await Task.sleep(for: .milliseconds(Int.random(in: wait / 2...wait)))
            }
        }
        return try await attempt()
    }
}

extension PostgresLink {
    /// Runs `body` between `begin` and a commit.
    fileprivate func transaction<Value>(_ begin: [String], _ body: (any Connection) throws -> Value) throws -> Value {
        let connection = PostgresConnection(link: self)
        let value: Value
        do {
            for sql in begin { try send(sql, []) }
            value = try body(connection)
        } catch {
            rollBack()
            throw error
        }
        try commit(connection.grownTo)
        return value
    }

    /// Runs transactions in order. The commit of each goes with what the next sends first, which then runs after it.
    fileprivate func transactions(_ next: () -> Transaction?) {
        // Those not known to be committed: at most the last two.
        var open: [(transaction: Transaction, isSent: Bool)] = []
        do {
            while let transaction = next() {
                open.append((transaction, false))
                let connection = PostgresConnection(link: self)
                for sql in PostgresDatabase.beginWriting { try send(sql, []) }
                let done = try transaction.body(connection)
                try announce(connection.grownTo)
                afterCommit.append {
                    open.removeFirst()
                    done()
                }
                open[open.count - 1].isSent = true
                try send(Self.commit, [])
            }
            _ = try results(of: [])
        } catch {
            // What the body of a transaction throws stops its own only: the commit before may still wait to be sent.
            var earlier = failedCommit ?? error
            if !(error is PostgresFailure) {
                earlier = PostgresFailure.rolledBack
                do { _ = try results(of: []) } catch { earlier = error }
            }
            rollBack()
            for (transaction, isSent) in open {
                transaction.failed(Self.reason(isSent ? earlier : error, isSent: isSent))
            }
        }
    }

    /// Why a transaction was not committed, or why that is not known.
    private static func reason(_ error: any Error, isSent: Bool) -> any Error {
        switch (error as? PostgresFailure)?.remedy {
        case .unknown: PostgresDatabase.outOfReach
        case .reconnect where isSent: PostgresDatabase.outOfReach
        default: error
        }
    }

    private func announce(_ grownTo: Int64?) throws {
        guard let grownTo else { return }
        try send("SELECT pg_notify($1, $2)", [.text(PostgresDatabase.channel), .text(String(grownTo))])
    }

    private func commit(_ grownTo: Int64?) throws {
        try announce(grownTo)
        do {
            _ = try run(Self.commit, [])
        } catch var failure as PostgresFailure {
            if failure.remedy == .reconnect { failure.remedy = .unknown } else { rollBack() }
            throw failure
        }
    }
}

/// Connection inside a transaction.
private final class PostgresConnection: Connection {
    private let link: PostgresLink
    private var depth = 0
    /// New last sequence number of the journal.
    private(set) var grownTo: Int64?

    init(link: PostgresLink) {
        self.link = link
    }

    func rows(_ sql: String, values: [SQLValue]) throws -> [Row] {
        try link.run(sql, values).rows
    }

    func rows(of statements: [Statement]) throws -> [[Row]] {
        try link.results(of: statements).map(\.rows)
    }

    func run(_ sql: String, values: [SQLValue]) throws -> Int {
        try link.run(sql, values).changed
    }

    func send(_ sql: String, values: [SQLValue]) throws {
        try link.send(sql, values)
    }

    var takesLists: Bool { true }

    func listTypes(of target: String) throws -> [String]? {
        let parts = target.split { "(), ".contains($0) }.map(String.init)
        guard let table = parts.first else { return nil }
        let types = try link.types(of: table, with: parts.dropFirst())
        let wanted = parts.dropFirst().map { types[$0] ?? "text" }
        // A list of bytes would be taken for one of identifiers.
        return wanted.contains("bytea") ? nil : wanted
    }

    func announce(_ sequence: Int64) {
        grownTo = max(grownTo ?? 0, sequence)
    }

    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        depth += 1
        defer { depth -= 1 }
        let (name, before) = ("p\(depth)", grownTo)
        do {
            try link.send("SAVEPOINT \(name)", [])
            let value = try body()
            _ = try link.run("RELEASE \(name)", [])
            return value
        } catch {
            // A lost connection has nothing to roll back.
            if let failure = error as? PostgresFailure, failure.remedy != .none { throw failure }
            grownTo = before
            // What still waits is rolled back with the rest.
            _ = try? link.results(of: [])
            try link.command("ROLLBACK TO \(name); RELEASE \(name)")
            throw error
        }
    }
}
