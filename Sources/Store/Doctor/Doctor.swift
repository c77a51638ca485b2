import Classroom

/// Proof that a book is sound: a replay of the journal on empty tables yields the same tables, and schema, references,
/// pictures and files are correct.
///
/// The book is only read, and may be written at the same time: the journal is replayed in batches up to its current
/// end, and then all tables are compared in a single transaction.
public struct Doctor: Sendable {
    let database: any Database
    let listener: ProgressListener

    static let files = "the files"
    static let schema = "the schema"

    /// Examines the book at an address. Throws an error readable by people if there is none, or if a newer Shala made
    /// it.
    public static func examine(_ address: String, listener: @escaping ProgressListener) async throws -> Diagnosis {
        let database = try await BookAddress(address).openBook()
        do {
            let diagnosis = try await Doctor(database: database, listener: listener).examine()
            try await database.close()
            return diagnosis
        } catch {
            try await database.close()
            throw error
        }
    }

    func examine() async throws -> Diagnosis {
        var findings = Findings()
        listener(WorkProgress("Checking the files"))
        try await findings.attempt(Self.files) { try await database.integrityFindings() }
        guard try await checkVersion(&findings) else { return Diagnosis(findings, holds: "") }
        try await findings.attempt(Self.schema) { try await database.schemaFindings() }
        var replay = JournalReplay(try ScratchBook())
        // The journal alone does not need a single snapshot, so each batch can have its own transaction, and SQLite
        // does not accumulate pages for a long reader.
        // Entries added since the start are left for the end, however fast the journal grows.
        while !replay.isAtEnd, replay.count <= replay.total {
            replay = try await database.read { [replay] in try replay.advanced(on: $0) }
            listener(WorkProgress("Applying the journal", replay.count, of: max(replay.total, replay.count)))
        }
        let found = findings
        return try await database.read { [replay] in
            var examination = Examination(book: $0, replay: replay, listener: listener)
            return try examination.diagnosis(after: found)
        }
    }

    /// Whether the schema is of this version, so that its tables can be examined.
    private func checkVersion(_ findings: inout Findings) async throws -> Bool {
        let newest = Migrations.newest
        var read: [Int64]?
        try await findings.attempt(Self.schema) {
            read = try await database.read { connection in
                try connection.rows("SELECT version FROM migration ORDER BY version").map { try $0.integer("version") }
            }
            return []
        }
        guard let versions = read else { return false }
        if let version = versions.last, version > newest { throw NewerBook(version: version) }
        let right = [1, BaseSchema.version].map { ($0...newest).map(Int64.init) }
        if right.contains(versions) { return true }
        let listed = versions.isEmpty ? "no version" : "version " + versions.map(String.init).joined(separator: ", ")
        findings.add(
            Self.schema,
            "The table migration lists \(listed), and this Shala keeps version \(newest). "
                + "If the book was last opened by an older Shala, `shala serve` brings it up to date.")
        return versions.last == Int64(newest)
    }
}
