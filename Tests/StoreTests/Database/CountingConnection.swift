@testable import Store

/// Connection that counts statements, which take all their rows at once.
final class CountingConnection: Connection {
    private let inner: any Connection
    private(set) var statements: [Statement] = []
    /// Times that an answer is waited for.
    private(set) var trips = 0

    /// Where a statement costs a round trip, each counts; elsewhere a row more costs no other statement.
    var count: Int {
        inner.takesLists ? statements.count : Set(statements.map { $0.sql.replacing(/[(), $0-9]+/, with: "") }).count
    }

    init(_ inner: any Connection) {
        self.inner = inner
    }

    /// Each statement so far, with how SQLite goes about it.
    func plans() throws -> [(sql: String, plan: [String])] {
        try Dictionary(grouping: statements) { $0.sql }.values.compactMap(\.first).map { statement in
            let rows = try inner.rows("EXPLAIN QUERY PLAN " + statement.sql, values: statement.values)
            return (statement.sql, try rows.map { try $0.text("detail") })
        }
    }

    var takesLists: Bool { inner.takesLists }

    func listTypes(of target: String) throws -> [String]? { try inner.listTypes(of: target) }

    func rows(of statements: [Statement]) throws -> [[Row]] {
        self.statements += statements
        trips += 1
        return try inner.rows(of: statements)
    }

    func send(_ sql: String, values: [SQLValue]) throws {
        statements.append(Statement(sql, values))
        try inner.send(sql, values: values)
    }

    func rows(_ sql: String, values: [SQLValue]) throws -> [Row] {
        trips += 1
        statements.append(Statement(sql, values))
        return try inner.rows(sql, values: values)
    }

    func run(_ sql: String, values: [SQLValue]) throws -> Int {
        trips += 1
        statements.append(Statement(sql, values))
        return try inner.run(sql, values: values)
    }

    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        statements += [Statement("SAVEPOINT", []), Statement("RELEASE", [])]
        return try inner.savepoint(body)
    }

    func state() throws -> BookState? { try inner.state() }

    func announce(_ sequence: Int64) throws {
        try inner.announce(sequence)
    }
}
