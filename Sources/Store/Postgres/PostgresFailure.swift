import CPostgres

/// Error from PostgreSQL or from the connection.
struct PostgresFailure: Error, CustomStringConvertible {
    enum Remedy: Sendable {
        /// Transient failure without effect: try again.
        case again
        /// Lost connection: try again on a new connection.
        case reconnect
        /// Connection lost during the commit, so its outcome is unknown; or a timeout.
        case unknown
        /// Error in the statement itself, or a violated constraint.
        case none
    }

    /// SQLSTATE (PostgreSQL's documentation, appendix A); "" if none.
    let sqlState: String
    let message: String
    var remedy: Remedy

    static let rolledBack = PostgresFailure("The transaction was rolled back.", remedy: .none)

    var description: String { sqlState.isEmpty ? message : "\(message) (\(sqlState))" }

    init(_ message: String, sqlState: String = "", remedy: Remedy) {
        self.message = message
        self.sqlState = sqlState
        self.remedy = remedy
    }

    /// Combines the error of a result with the state of its connection.
    init(result: OpaquePointer?, connection: OpaquePointer) {
        sqlState = shala_sql_state(result).map { String(cString: $0) } ?? ""
        message =
            shala_primary_message(result).map { String(cString: $0) }
            ?? Self.oneLine(String(cString: PQerrorMessage(connection)))
        remedy = PQstatus(connection) == CONNECTION_OK ? Self.remedy(sqlState) : .reconnect
    }

    private static func remedy(_ sqlState: String) -> Remedy {
        switch sqlState {
        // serialization_failure, deadlock_detected, lock_not_available
        case "40001", "40P01", "55P03": .again
        // query_canceled, by statement_timeout
        case "57014": .unknown
        // admin_shutdown, crash_shutdown, cannot_connect_now, idle_in_transaction_session_timeout
        case "57P01", "57P02", "57P03", "25P03", "": .reconnect
        default: sqlState.hasPrefix("08") ? .reconnect : .none
        }
    }

    static func oneLine(_ text: String) -> String {
        text.split { $0.isNewline }.joined(separator: " ")
    }
}
