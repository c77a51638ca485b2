import Classroom
import Foundation

/// The book: the journal, and the tables that follow from it.
public struct Store: Sendable {
    let database: any Database
    let writer: GroupCommit
    private let growth: Growth

    /// Opens the book at a `sqlite:PATH` or `postgres://…` address, making it if there is none, and brings its schema
    /// up to date.
    public init(_ address: String, now: Instant = .now) async throws {
        if address.hasPrefix("postgres://") || address.hasPrefix("postgresql://") {
            try await self.init(PostgresDatabase(address), now: now)
            return
        }
        guard address.hasPrefix("sqlite:") else { throw UnknownEngine(address: address) }
        let path = String(address.dropFirst("sqlite:".count))
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await self.init(SQLiteDatabase(path: path), now: now)
    }

    init(_ database: any Database, now: Instant) async throws {
        let growth = Growth()
        self.database = database
        self.growth = growth
        writer = GroupCommit(database) { growth.tell() }
        database.onGrowthElsewhere { growth.tell() }
        try await Migrations(database: database).run(now: now)
    }

    /// Ends the connections to the book. Afterwards it is not used any more.
    public func close() async throws {
        try await database.close()
    }

    /// What keeps the book: "SQLite 3.40.1".
    public var engine: String { database.engine }

    /// Calls `listener` after every commit, here or on another server of the book, which may have made the journal
    /// longer. There is one listener.
    public func onGrowth(_ listener: @escaping @Sendable () -> Void) {
        growth.listen(listener)
    }
}

/// The address of the book names no engine there is.
public struct UnknownEngine: Error, CustomStringConvertible {
    let address: String
    public var description: String { "\(address) is no database that Shala knows. Use sqlite:PATH or postgres://…" }
}

private final class Growth: @unchecked Sendable {
    private let lock = NSLock()
    private var listener: (@Sendable () -> Void)?

    func listen(_ listener: @escaping @Sendable () -> Void) {
        lock.withLock { self.listener = listener }
    }

    func tell() {
        lock.withLock { listener }?()
    }
}
