import CPostgres

// Statements sent together (PostgreSQL's documentation, section 34.5, "Pipeline Mode").
extension PostgresLink {
    /// Result of a statement.
    struct Result {
        let rows: [Row]
        /// Number of changed rows.
        let changed: Int
        /// Command tag, such as `COMMIT`.
        let tag: String
    }

    /// Sends the statements that wait and these; returns the results of these.
    ///
    /// Throws the failure of the first that fails; those after it are not run.
    func results(of statements: [Statement]) throws -> [Result] {
        let all = waiting + statements
        waiting = []
        if let failedCommit { throw failedCommit }
        var results: [Result] = []
        for start in stride(from: 0, to: all.count, by: Self.mostTogether) {
            results += try together(all[start..<min(start + Self.mostTogether, all.count)])
        }
        return results.suffix(statements.count)
    }

    private func together(_ statements: ArraySlice<Statement>) throws -> [Result] {
        try forgetStatements(before: statements.count)
        let parameters = try statements.map { try PostgresParameters($0.values) }
        guard PQenterPipelineMode(connection) == 1 else { throw PostgresFailure(result: nil, connection: connection) }
        defer { PQexitPipelineMode(connection) }
        var sent: [Sent] = []
        for (statement, parameters) in zip(statements, parameters) {
            let isNew = try send(statement, parameters)
            let isCommit = statement.sql == Self.commit
            // The result of a commit is to come at once, and not with those after it.
            let isEnd = isCommit || sent.count == statements.count - 1
            sent.append(Sent(isNew: isNew, isCommit: isCommit, isEnd: isEnd))
            guard isEnd else { continue }
            guard PQpipelineSync(connection) == 1 else { throw PostgresFailure(result: nil, connection: connection) }
        }
        do { return try received(sent) } catch {
            // Those after the failure were not prepared.
            for (statement, sent) in zip(statements, sent) where sent.isNew { prepared[statement.sql] = nil }
            throw error
        }
    }

    /// Statement on its way.
    private struct Sent {
        /// Whether its preparation is, too.
        let isNew: Bool
        let isCommit: Bool
        /// Whether the server is asked to answer what it has been sent so far.
        let isEnd: Bool
    }

    /// Sends a statement, prepared at its first use; returns whether it had to be.
    private func send(_ statement: Statement, _ parameters: PostgresParameters) throws -> Bool {
        var name = prepared[statement.sql]
        let isNew = name == nil
        if isNew {
            let next = "s\(made)"
            made += 1
            try sent(PQsendPrepare(connection, next, statement.sql, 0, nil))
            prepared[statement.sql] = next
            name = next
        }
        try parameters.withPointers { pointers, lengths, formats in
            try sent(
                PQsendQueryPrepared(
                    connection, name, Int32(statement.values.count), pointers, lengths, formats, 0))
        }
        return isNew
    }

    private func sent(_ success: Int32) throws {
        guard success == 1 else { throw PostgresFailure(result: nil, connection: connection) }
    }

    /// Reads the results of all statements, so that the connection is ready for others even if one failed.
    private func received(_ sent: [Sent]) throws -> [Result] {
        var (results, failure): ([Result], (any Error)?) = ([], nil)
        for one in sent {
            for isPreparation in one.isNew ? [true, false] : [false] {
                do {
                    let result = try next()
                    guard !isPreparation else { continue }
                    results.append(result)
                    guard one.isCommit else { continue }
                    guard result.tag == Self.commit else { throw PostgresFailure.rolledBack }
                    if !afterCommit.isEmpty { afterCommit.removeFirst()() }
                } catch {
                    failure = failure ?? error
                    // What would follow it must not be taken for it.
                    if one.isCommit, !afterCommit.isEmpty { failedCommit = failedCommit ?? failure }
                }
            }
            guard one.isEnd else { continue }
            let end = PQgetResult(connection)
            if PQresultStatus(end) != PGRES_PIPELINE_SYNC, failure == nil {
                failure = PostgresFailure(result: end, connection: connection)
            }
            PQclear(end)
        }
        guard let failure else { return results }
        throw failure
    }

    /// Reads one result and the end that follows it.
    private func next() throws -> Result {
        let result = PQgetResult(connection)
        defer {
            PQclear(result)
            if result != nil { PQclear(PQgetResult(connection)) }
        }
        try check(result)
        return Result(
            rows: try PostgresRows(result).rows(),
            changed: PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0,
            tag: PQcmdStatus(result).map { String(cString: $0) } ?? "")
    }

    /// Makes room for the statements that are about to be prepared.
    private func forgetStatements(before count: Int) throws {
        guard prepared.count + count > Self.mostPrepared else { return }
        let result = PQexec(connection, "DEALLOCATE ALL")
        defer { PQclear(result) }
        try check(result)
        prepared = [:]
    }
}
