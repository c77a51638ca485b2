import Foundation

/// Copy of a book in use.
public struct Backup: Sendable {
    /// Sequence number of the last entry in the copy.
    public let lastSequence: Int
    public let bytes: Int

    /// Copies the book at an address to a file. Every entry acknowledged before the call is in the copy.
    ///
    /// Throws an error readable by people if there is no book, if the file exists or cannot be written, or if the
    /// engine has its own backup tool.
    public static func make(
        of address: String, to path: String, listener: @escaping ProgressListener
    ) async throws -> Backup {
        let database = try await BookAddress(address).openBook()
        do {
            try await database.backUp(to: path, progress: listener)
            try await database.close()
        } catch {
            try await database.close()
            throw error
        }
        let copy = try await BookAddress("sqlite:" + path).openBook()
        let last = try await copy.read { connection in
            try connection.first("SELECT MAX(sequence) AS last FROM entry")?.optionalInteger("last") ?? 0
        }
        try await copy.close()
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return Backup(lastSequence: Int(last), bytes: size ?? 0)
    }
}
