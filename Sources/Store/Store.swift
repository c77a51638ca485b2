import Classroom
import Foundation

/// The book: the journal and the tables derived from it.
public struct Store: Sendable {
    let database: any Database
    let writer: GroupCommit
    /// Under which what lets people in is hashed; without one nobody can sign in.
    var signInKey: SignInKey? {
        didSet { codes = signInKey.map(AttendanceCodes.init) }
    }
    private var codes: AttendanceCodes?
    var signedIn = SignedInMemory()
    private let guesses = GuessLimit()
    private let signal: JournalSignal

    /// Opens the book at a `sqlite:PATH` or `postgres://…` address, making it if there is none, and brings its schema
    /// up to date.
    ///
    /// - Parameters:
    ///   - signInKey: what sign-in needs; see `using(_:besideOthers:now:)`.
    ///   - listener: told how bringing an older book up to date goes, which may take a while.
    public init(
        _ address: String, signInKey: SignInKey? = nil, now: Instant = .now,
        listener: @escaping ProgressListener = { _ in }
    ) async throws {
        try await self.init(BookAddress(address).open(), now: now, listener)
        if let signInKey { self = try await using(signInKey, now: now) }
    }

    init(_ database: any Database, now: Instant, _ listener: @escaping ProgressListener = { _ in }) async throws {
        let signal = JournalSignal()
        self.database = database
        self.signal = signal
        writer = GroupCommit(database) { signal.tell() }
        database.onAppendElsewhere { signal.tell() }
        try await Migrations(database: database, listener: listener).run(now: now)
        try await appointOwners(now: now)
    }

    /// Judge of the codes of claims.
    var codeJudge: CodeJudge { CodeJudge(codes: codes, guesses: guesses) }

    /// Closes all connections. The store must not be used afterwards.
    public func close() async throws {
        try await database.close()
    }

    /// Name of the engine: "SQLite 3.40.1".
    public var engine: String { database.engine }

    /// Sets the only listener, called after every commit, on any server of the book, that may have extended the
    /// journal.
    public func onAppend(_ listener: @escaping @Sendable () -> Void) {
        signal.listen(listener)
    }
}

private final class JournalSignal: @unchecked Sendable {
    private let lock = NSLock()
    private var listener: (@Sendable () -> Void)?

    func listen(_ listener: @escaping @Sendable () -> Void) {
        lock.withLock { self.listener = listener }
    }

    func tell() {
        lock.withLock { listener }?()
    }
}
