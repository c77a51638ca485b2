/// Database engine that keeps the book.
///
/// SQL is the same for all engines: `$1` placeholders, identifiers as 16 bytes, times as integer milliseconds, flags as
/// 0 and 1.
public protocol Database: Sendable {
    /// Name of the engine for people: "SQLite 3.40.1".
    var engine: String { get }

    /// Type names that differ between engines.
    var types: ColumnTypes { get }

    /// Runs `body` in a read transaction, which sees a single state of the book.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Rows of a single statement that only reads. It sees a single state of the book without a transaction, and so
    /// costs a third of the round trips of `read`.
    func rows(_ sql: String, values: [SQLValue]) async throws -> [Row]

    /// Runs `body` in a write transaction; all servers of the book together run one at a time.
    ///
    /// The change is durable on return. If `body` throws, nothing changes. Throws `Problem.unavailable` if the book
    /// cannot be reached. `body` may run again if the transaction fails through no fault of its own.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Runs transactions in order as `write` does, until there is no next one or one fails. It is told so by its `failed`,
    /// and may be run again by itself.
    ///
    /// Where a commit costs a round trip, what the next transaction asks for first goes along with it.
    func writeEach(_ next: @escaping @Sendable () -> Transaction?) async

    /// Sets the only listener, called whenever another server may have appended to the journal.
    func onAppendElsewhere(_ listener: @escaping @Sendable () -> Void)

    /// Names of all tables in order, Shala's and others', without the engine's own.
    func tables() async throws -> [String]

    /// Differences from the schema that the migrations create, in words.
    func schemaFindings() async throws -> [String]

    /// Findings of the engine's own integrity check, in words.
    func integrityFindings() async throws -> [String]

    /// Copies the current state of the book to a new file, while writing continues.
    ///
    /// Throws an error readable by people if the engine cannot copy or the copy fails; no file is left behind.
    func backUp(to path: String, progress: @escaping ProgressListener) async throws

    /// Stops background work and closes all connections.
    func close() async throws
}

/// Transaction of the book, and what follows it.
public struct Transaction: Sendable {
    /// Returns what is to be done after the commit.
    let body: @Sendable (any Connection) throws -> @Sendable () -> Void
    /// Is told why there was no commit, or why it is not known whether there was: then by a `Problem`.
    let failed: @Sendable (any Error) -> Void
}

extension Database {
    public func writeEach(_ next: @escaping @Sendable () -> Transaction?) async {
        while let transaction = next() {
            do {
                let done = try await write(transaction.body)
                done()
            } catch {
                return transaction.failed(error)
            }
        }
    }

    public func rows(_ sql: String, values: [SQLValue]) async throws -> [Row] {
        try await read { try $0.rows(sql, values: values) }
    }

    func rows(_ sql: String, _ values: any SQLConvertible...) async throws -> [Row] {
        try await rows(sql, values: values.map(\.sqlValue))
    }
}

/// Connection inside a transaction, confined to its thread and valid only during the transaction.
public protocol Connection {
    func rows(_ sql: String, values: [SQLValue]) throws -> [Row]

    /// Runs a statement without result rows; returns the number of changed rows.
    @discardableResult func run(_ sql: String, values: [SQLValue]) throws -> Int

    /// Rows of statements that need nothing of each other, in as few round trips as possible.
    func rows(of statements: [Statement]) throws -> [[Row]]

    /// Runs a statement whose result nobody waits for. Its failure may show at a later statement or at the commit.
    func send(_ sql: String, values: [SQLValue]) throws

    /// Whether a `SQLValue.list` can be bound, as pays where a statement costs a round trip.
    var takesLists: Bool { get }

    /// Types of columns into which values are inserted as lists; `nil` where lists cannot be bound.
    ///
    /// - Parameter target: a table with its columns: "mark (class, person)".
    func listTypes(of target: String) throws -> [String]?

    /// Runs `body` in a savepoint: if it throws, its changes are rolled back and the transaction continues.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value

    /// How the book is; `nil` if another can change it during the transaction, or if it cannot be told.
    func state() throws -> BookState?

    /// Notifies the book's other servers, on commit, of the journal's new last sequence number.
    func announce(_ sequence: Int64) throws
}

/// Statement with the values of its placeholders.
public struct Statement: Sendable {
    let sql: String
    let values: [SQLValue]

    init(_ sql: String, _ values: [SQLValue]) {
        self.sql = sql
        self.values = values
    }
}

extension Connection {
    public func rows(of statements: [Statement]) throws -> [[Row]] {
        try statements.map { try rows($0.sql, values: $0.values) }
    }

    public func send(_ sql: String, values: [SQLValue]) throws {
        try run(sql, values: values)
    }

    public var takesLists: Bool { false }

    public func state() throws -> BookState? { nil }

    public func listTypes(of target: String) throws -> [String]? { nil }

    public func rows(_ sql: String, _ values: any SQLConvertible...) throws -> [Row] {
        try rows(sql, values: values.map(\.sqlValue))
    }

    public func first(_ sql: String, _ values: any SQLConvertible...) throws -> Row? {
        try rows(sql, values: values.map(\.sqlValue)).first
    }

    @discardableResult
    public func run(_ sql: String, _ values: any SQLConvertible...) throws -> Int {
        try run(sql, values: values.map(\.sqlValue))
    }
}

/// Column type names that differ between engines.
public struct ColumnTypes: Sendable {
    /// 64-bit integer primary key.
    let sequence: String
    /// The 16 bytes of a UUID.
    let identifier: String
    /// Text compared byte by byte.
    let key: String
    let bytes: String
    /// What follows the columns of a table whose rows are little more than their key.
    let isKeyOnly: String
    /// Function that finds a text in another one, from 1.
    let placeOfText: String
    /// SQL for an identifier as text, where the engine's own tools do not show it as such.
    let identifierText: (@Sendable (_ column: String) -> String)?
    /// Statement that lists what has a name of its own beside the tables: `name`, its `relation`, and whether it
    /// `is_constraint` or an index.
    let namedParts: String
}
