import Foundation
import GRDB

extension SQLiteDatabase {
    /// By SQLite's online backup (<https://www.sqlite.org/backup.html>), within one read transaction: the copy is the
    /// book as it was at its beginning, and nobody who writes waits for it or makes it begin again.
    public func backUp(to path: String, progress: @escaping ProgressListener) async throws {
        let file = try BackupFile(path)
        do {
            try await pool.read { source in
                // A transaction begins with the first thing that is read in it.
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

/// The file of a backup, which has its name only once it is whole and on the disk.
private struct BackupFile: Sendable {
    private let path: String
    private let unfinished: String

    init(_ path: String) throws {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        unfinished = self.path + "." + UUID().uuidString.prefix(8).lowercased() + ".unfinished"
        guard !FileManager.default.fileExists(atPath: self.path) else {
            throw NoBackup("\(path) is there already. A backup is never written over another file.")
        }
        // Only its owner may read it, from its first byte on: it has the hashes of sign-in codes.
        guard
            FileManager.default.createFile(
                atPath: unfinished, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw NoBackup("No file can be made at \(path). Is there such a folder, and may you write in it?") }
    }

    func fill(_ copy: (GRDB.Database) throws -> Void) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: unfinished, configuration: configuration)
        try queue.writeWithoutTransaction { target in
            // Until it is whole nobody wants it back.
            try target.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try copy(target)
            // The book is in WAL, whose second file a backup does not need: as one file it opens anywhere, even
            // where nothing can be written. Shala turns it to WAL again when it is served.
            let mode = try String.fetchOne(target, sql: "PRAGMA journal_mode = DELETE")
            guard mode == "delete" else { throw NoBackup("The copy cannot be made one file (\(mode ?? "")).") }
        }
        try queue.close()
    }

    func finish() throws {
        try Self.synchronize(unfinished)
        // Refuses if there is such a file by now.
        try FileManager.default.moveItem(atPath: unfinished, toPath: path)
        try Self.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    func discard() {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            // Nothing more can be done than to try.
            unlink(unfinished + suffix)
        }
    }

    /// Waits until a file's content, or a folder's names, are on the disk.
    private static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw NoBackup("\(path) cannot be opened: \(String(cString: strerror(errno))).") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw NoBackup("\(path) does not reach the disk: \(String(cString: strerror(errno))).")
        }
    }
}

/// No backup has been made, and why.
public struct NoBackup: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
