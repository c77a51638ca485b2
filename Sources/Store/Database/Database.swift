/// One of the two engines that can keep the book.
///
/// SQL is the same text for both: `$1` placeholders, UUIDs as lowercase text, times as integer milliseconds, flags
/// as 0 and 1.
public protocol Database: Sendable {
    /// What the engine is called, for people: "SQLite 3.40.1".
    var engine: String { get }

    /// The names of the types that the engines name differently.
    var types: ColumnTypes { get }

    /// Runs in one read transaction: all of it sees one state of the book.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Runs in one write transaction, one at a time over all servers of the book. When it returns, the change is
    /// durable; if `body` throws, nothing has changed. Throws `Problem.unavailable` if the book cannot be reached.
    /// `body` may run again, if the transaction could not be finished for no fault of its own.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Calls `listener` whenever another server may have made the journal longer. There is one listener.
    func onAppendElsewhere(_ listener: @escaping @Sendable () -> Void)

    /// The names of the tables there are, Shala's and others', in order; those of the engine itself left out.
    func tables() async throws -> [String]

    /// How tables, columns, indexes and triggers differ from those that the migrations make, in words.
    func schemaFindings() async throws -> [String]

    /// What the engine's own check of its files finds, in words.
    func integrityFindings() async throws -> [String]

    /// Copies the book, as it is at one moment, to a file that must not exist yet, while it goes on being written.
    /// Throws what can be said to people if this engine cannot, or it fails; there is then no file.
    func backUp(to path: String, progress: @escaping ProgressListener) async throws

    /// Ends what the engine does by itself, and its connections.
    func close() async throws
}

/// A connection inside a transaction. It is used on one thread and not kept.
public protocol Connection {
    func rows(_ sql: String, values: [SQLValue]) throws -> [Row]

    /// Runs a statement that answers no rows; the number of rows it changed.
    @discardableResult func run(_ sql: String, values: [SQLValue]) throws -> Int

    /// Runs `body`; if it throws, what it changed is taken back and the transaction goes on.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value

    /// Tells the book's other servers, with the commit, that the journal has grown to this number.
    func announce(_ sequence: Int64) throws
}

extension Connection {
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

/// How an engine names the column types that differ.
public struct ColumnTypes: Sendable {
    /// A whole number of 64 bits as a primary key.
    let sequence: String
    /// Text compared byte by byte.
    let key: String
    let bytes: String
}
