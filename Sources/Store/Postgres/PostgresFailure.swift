import CPostgres

/// What PostgreSQL, or the way to it, refused.
struct PostgresFailure: Error, CustomStringConvertible {
    enum Remedy: Sendable {
        /// Nothing happened for a reason that passes: try again.
        case again
        /// The connection is gone: try again on a new one.
        case reconnect
        /// The connection went away with the commit, so that nobody knows whether it happened; or it took too long.
        case unknown
        /// The statement itself is wrong, or breaks a constraint.
        case none
    }

    /// By appendix A of PostgreSQL's documentation; "" where there is none.
    let sqlState: String
    let message: String
    var remedy: Remedy

    var description: String { sqlState.isEmpty ? message : "\(message) (\(sqlState))" }

    init(_ message: String, sqlState: String = "", remedy: Remedy) {
        self.message = message
        self.sqlState = sqlState
        self.remedy = remedy
    }

    /// What a result says, and what the connection's state adds to it.
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
        // query_canceled, by the statement's timeout
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
