import CPostgres
import Foundation

/// Connection to a PostgreSQL server through libpq, used by one thread at a time.
final class PostgresLink: @unchecked Sendable {
    let connection: OpaquePointer
    /// Names of the server's prepared statements.
    var prepared: [String: String] = [:]
    /// Number of statements prepared so far.
    var made = 0
    /// Statements that are sent with the next whose result is waited for.
    var waiting: [Statement] = []
    /// What is to be done once the commits that wait have come through, in their order.
    var afterCommit: [() -> Void] = []
    /// Why one of them has failed. Nothing else is sent then, until all is rolled back.
    var failedCommit: (any Error)?
    static let commit = "COMMIT"
    /// Types of columns, by table and column.
    private var types: [String: [String: String]] = [:]

    static let mostPrepared = 200
    /// Statements sent before their results are read, so that neither side waits for the other to read.
    static let mostTogether = 64

    /// Connects, within five seconds unless the address says otherwise.
    ///
    /// - Parameter address: connection URI (PostgreSQL's documentation, section 34.1.1.2), including the TLS settings.
    init(_ address: String) throws {
        // Settings before the address are defaults, which the address may override.
        let settings = [
            // Kerberos's library may end under a thread that connects while the program ends, and stop it in the middle.
            ("gssencmode", "disable"), ("connect_timeout", "5"), ("keepalives_idle", "30"),
            ("keepalives_interval", "5"),
            ("fallback_application_name", "shala"), ("dbname", address), ("client_encoding", "UTF8"),
        ]
        let opened = Self.withCStrings(settings.map(\.0)) { keywords in
            Self.withCStrings(settings.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let opened else { throw PostgresFailure("Out of memory.", remedy: .none) }
        connection = opened
        guard PQstatus(opened) == CONNECTION_OK else {
            throw PostgresFailure(
                PostgresFailure.oneLine(String(cString: PQerrorMessage(opened))), remedy: .reconnect)
        }
        shala_ignore_notices(opened)
        try command(Self.settings)
    }

    deinit {
        PQfinish(connection)
    }

    /// Timeouts, so that a hanging server does not block others; commits wait for the disk.
    private static let settings = """
        SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '30s';
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
        """

    /// Whether the connection is open and outside a transaction.
    var isIdle: Bool {
        PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_IDLE
    }

    /// Server version: "15.18".
    var serverVersion: String {
        PQparameterStatus(connection, "server_version").map { String(cString: $0) } ?? ""
    }

    /// Sends statements without parameters; returns the command tag of the last, such as `COMMIT`.
    @discardableResult
    func command(_ sql: String) throws -> String {
        if !waiting.isEmpty { _ = try results(of: []) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        try check(result)
        return PQcmdStatus(result).map { String(cString: $0) } ?? ""
    }

    /// Rolls a transaction back. If that fails, the connection is not idle and is discarded.
    func rollBack() {
        waiting = []
        (afterCommit, failedCommit) = ([], nil)
        PQclear(PQexec(connection, "ROLLBACK"))
    }

    /// Runs a statement; returns its rows and the number of changed rows.
    func run(_ sql: String, _ values: [SQLValue]) throws -> Result {
        try results(of: [Statement(sql, values)]).last ?? Result(rows: [], changed: 0, tag: "")
    }

    /// Sends a statement with the next whose result is waited for.
    func send(_ sql: String, _ values: [SQLValue]) throws {
        waiting.append(Statement(sql, values))
        if waiting.count >= Self.mostTogether { _ = try results(of: []) }
    }

    /// Types of a table's columns, of which a migration may have added some.
    func types(of table: String, with columns: some Sequence<String>) throws -> [String: String] {
        if let known = types[table], columns.allSatisfy({ known[$0] != nil }) { return known }
        let rows = try run(
            """
            SELECT attname::text AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
            WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped
            """, [.text(table)]
        ).rows
        let found = Dictionary(try rows.map { (try $0.text("name"), try $0.text("type")) }) { first, _ in first }
        types[table] = found
        return found
    }

    /// Waits for a notification until a timeout; returns whether one came.
    func awaitNotification(milliseconds: Int32) throws -> Bool {
        var waiting = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return false }
        guard PQconsumeInput(connection) == 1 else { throw PostgresFailure(result: nil, connection: connection) }
        var came = false
        while let notification = PQnotifies(connection) {
            came = true
            PQfreemem(notification)
        }
        return came
    }

    func check(_ result: OpaquePointer?) throws {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default: throw PostgresFailure(result: result, connection: connection)
        }
    }

    /// Converts strings to null-terminated C strings.
    private static func withCStrings<Value>(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Value
    ) rethrows -> Value {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return try body(copies.map { UnsafePointer($0) } + [nil])
    }
}
