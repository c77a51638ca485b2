import Foundation
import GRDB

extension SQLiteDatabase {
    /// Copies the book with SQLite's online backup (<https://www.sqlite.org/backup.html>) inside a read transaction:
    /// the copy is the state at its start, and writers neither wait nor restart it.
    public func backUp(to path: String, progress: @escaping ProgressListener) async throws {
        let file = try BackupFile(path)
        do {
            try await pool.read { source in
                // The transaction starts with the first read.
                _ = try Int.fetchOne(source, sql: "SELECT COUNT(*) FROM sqlite_master")
                try file.fill { try Self.copy(source, to: $0, progress) }
            }
            try file.finish()
        } catch {
            file.discard()
            if error is NoBackup { throw error }
            throw NoBackup("The copy cannot be written to \(path): \(describe(error)).")
        }
    }

    private static func copy(
        _ source: GRDB.Database, to target: GRDB.Database, _ progress: @escaping ProgressListener
    ) throws {
        try source.backup(to: target, pagesPerStep: 2000) { step in
            let done = step.totalPageCount - step.remainingPageCount
            progress(WorkProgress("Copying the book", done, of: step.totalPageCount))
        }
    }
}

/// Backup file, which gets its final name only once it is complete and on disk.
private struct BackupFile: Sendable {
    private let path: String
    private let unfinished: String

    init(_ path: String) throws {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        unfinished = self.path + "." + UUID().uuidString.prefix(8).lowercased() + ".unfinished"
        guard !FileManager.default.fileExists(atPath: self.path) else {
            throw NoBackup("\(path) exists already. A backup never overwrites another file.")
        }
        // Created readable by its owner only, since the book holds hashes of sign-in codes.
        guard
            FileManager.default.createFile(
                atPath: unfinished, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw NoBackup("No file can be created at \(path). Does the folder exist, and may you write to it?") }
    }

    func fill(_ copy: (GRDB.Database) throws -> Void) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: unfinished, configuration: configuration)
        try queue.writeWithoutTransaction { target in
            // No need for a journal or syncs until the copy is complete.
            try target.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try copy(target)
            // The book is in WAL mode; a backup without a second file opens anywhere, even on read-only media. Shala
            // switches back to WAL when it serves the book.
            let mode = try String.fetchOne(target, sql: "PRAGMA journal_mode = DELETE")
            guard mode == "delete" else { throw NoBackup("The copy cannot be made a single file (\(mode ?? "")).") }
        }
        try queue.close()
    }

    func finish() throws {
        try Self.synchronize(unfinished)
        // Fails if a file of this name exists by now.
        try FileManager.default.moveItem(atPath: unfinished, toPath: path)
        try Self.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    func discard() {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            // Best effort: nothing more can be done if this fails.
            unlink(unfinished + suffix)
        }
    }

    /// Waits until a file's content, or a folder's names, are on disk.
    private static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw NoBackup("\(path) cannot be opened: \(String(cString: strerror(errno))).") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw NoBackup("\(path) cannot be written to disk: \(String(cString: strerror(errno))).")
        }
    }
}

/// Error for a failed backup, with the reason.
public struct NoBackup: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
