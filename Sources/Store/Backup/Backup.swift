import Foundation

/// A copy of a book while it is being kept.
public struct Backup: Sendable {
    /// The newest entry in it.
    public let lastSequence: Int
    public let bytes: Int

    /// Copies the book at an address to a file. Every entry acknowledged before the call is in the copy.
    ///
    /// Throws what can be said to people: if there is no book, if the file is there already or cannot be written, or
    /// if the engine has a tool of its own for this.
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
