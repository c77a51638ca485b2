import Foundation
import GRDB

/// Address of a book: `sqlite:PATH` or `postgres://…`.
enum BookAddress: Equatable {
    case sqlite(path: String)
    case postgres(url: String)

    init(_ text: String) throws {
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(url: text)
            return
        }
        guard text.hasPrefix("sqlite:"), text != "sqlite:" else { throw UnknownEngine(address: text) }
        let path = String(text.dropFirst("sqlite:".count))
        self = .sqlite(path: URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path)
    }

    /// Opens the book, creating it if absent.
    func open() async throws -> any Database {
        switch self {
        case .sqlite(let path):
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try SQLiteDatabase(path: path)
        case .postgres(let url): return try await PostgresDatabase(url)
        }
    }

    /// Opens the book read-only, without creating or changing anything; `nil` if there is none.
    func openToRead() async throws -> (any Database)? {
        switch self {
        case .sqlite(let path): return try Self.file(path)
        case .postgres(let url):
            do {
                return try await PostgresDatabase(url)
            } catch {
                throw NoBook("\(words) cannot be opened: \(describe(error)).")
            }
        }
    }

    private static func file(_ path: String) throws -> SQLiteDatabase? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
        if isFolder.boolValue { throw NoBook("\(path) is a folder. A book is a file in it, such as shala.sqlite.") }
        do {
            return try SQLiteDatabase(reading: path)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw NoBook("\(path) is not an SQLite database, or its beginning is damaged.")
        } catch {
            throw NoBook("\(path) cannot be opened: \(describe(error)).")
        }
    }

    /// Opens an existing book read-only.
    func openBook() async throws -> any Database {
        guard let database = try await openToRead() else { throw NoBook("There is no book at \(words).") }
        do {
            guard try await database.tables().contains("migration") else {
                throw NoBook("\(words) is not a book of Shala: it has no table migration.")
            }
            return database
        } catch {
            try await database.close()
            throw error
        }
    }

    /// Address without the password, for display.
    var words: String {
        switch self {
        case .sqlite(let path): path
        case .postgres(let url): Self.withoutPassword(url)?.string ?? "This PostgreSQL database"
        }
    }

    static func withoutPassword(_ url: String) -> URLComponents? {
        guard var parts = URLComponents(string: url) else { return nil }
        parts.password = nil
        let secret = ["password", "sslpassword"]
        parts.queryItems = parts.queryItems?.filter { !secret.contains($0.name) }
        if parts.queryItems?.isEmpty == true { parts.queryItems = nil }
        return parts
    }
}

/// Error for an address that names no known engine.
public struct UnknownEngine: Error, CustomStringConvertible {
    let address: String
    public var description: String {
        "Shala does not support the database address \(address). Use sqlite:PATH or postgres://…"
    }
}

/// Error for an address without a readable book.
public struct NoBook: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
