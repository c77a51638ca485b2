import Store

/// A database to which something happens between its transactions.
struct InterceptedDatabase: Database {
    let inner: any Database
    var beforeWrite: @Sendable () async throws -> Void = {}
    var afterWrite: @Sendable () async throws -> Void = {}
    var afterRead: @Sendable () async throws -> Void = {}
    /// As when the connection is cut before the end.
    var readsTwice = false

    var engine: String { inner.engine }
    var types: ColumnTypes { inner.types }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        var value = try await inner.read(body)
        if readsTwice { value = try await inner.read(body) }
        try await afterRead()
        return value
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await beforeWrite()
        let value = try await inner.write(body)
        try await afterWrite()
        return value
    }

    func onAppendElsewhere(_ listener: @escaping @Sendable () -> Void) { inner.onAppendElsewhere(listener) }
    func tables() async throws -> [String] { try await inner.tables() }
    func schemaFindings() async throws -> [String] { try await inner.schemaFindings() }
    func integrityFindings() async throws -> [String] { try await inner.integrityFindings() }
    func close() async throws { try await inner.close() }

    func backUp(to path: String, progress: @escaping ProgressListener) async throws {
        try await inner.backUp(to: path, progress: progress)
    }
}

/// Counts what several tasks do.
actor Tally {
    private(set) var count = 0

    /// The number of this call, from 1.
    func next() -> Int {
        count += 1
        return count
    }
}
