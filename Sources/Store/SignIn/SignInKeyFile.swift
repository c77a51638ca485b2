import Foundation

/// The file in which the key of sign-in lies: 32 bytes that only its owner can read.
public struct SignInKeyFile: Sendable {
    public let path: String

    public init(_ path: String) {
        self.path = path
    }

    /// The key; `nil` if there is no file.
    public func read() throws -> SignInKey? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw UnusableKeyFile(description: "The key of sign-in at \(path) cannot be read.")
        }
        guard let key = SignInKey(bytes) else {
            throw UnusableKeyFile(
                description: "\(path) is no key of sign-in: it has \(bytes.count) bytes instead of \(SignInKey.length)."
            )
        }
        return key
    }

    /// Makes the file with a new key; of several who do so at once, one does, and the others get that one's key.
    public func make() throws -> SignInKey {
        let key = SignInKey.make()
        let unfinished = path + "." + UUID().uuidString.prefix(8).lowercased() + ".unfinished"
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        defer { unlink(unfinished) }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try write(key, to: unfinished)
            // The file has its name only once it is whole, and never takes the place of another.
            if link(unfinished, path) != 0, errno != EEXIST { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            try Self.synchronize(folder)
        } catch {
            throw UnusableKeyFile(description: "The key of sign-in cannot be written to \(path).")
        }
        guard let made = try read() else { throw UnusableKeyFile(description: "\(path) is gone again.") }
        return made
    }

    private func write(_ key: SignInKey, to unfinished: String) throws {
        let isMade = FileManager.default.createFile(
            atPath: unfinished, contents: key.bytes, attributes: [.posixPermissions: 0o600])
        guard isMade else { throw CocoaError(.fileWriteUnknown) }
        try Self.synchronize(unfinished)
    }

    private static func synchronize(_ path: String) throws {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
}

/// A file that should hold a key of sign-in, and cannot.
public struct UnusableKeyFile: Error, CustomStringConvertible {
    public let description: String
}
