import Classroom
import Foundation
import Synchronization

@testable import Store

/// The engines that every test of the book runs on: PostgreSQL only where `SHALA_POSTGRES` has a server's address, as
/// `bin/with-postgres` sets it.
public enum Engine: String, CaseIterable, Sendable {
    case sqlite
    case postgres

    public static let allCases: [Engine] = server == nil ? [.sqlite] : [.sqlite, .postgres]

    fileprivate static let server = ProcessInfo.processInfo.environment["SHALA_POSTGRES"]
}

/// Where a test's book lies: a folder, or a database on the server.
public struct BookPlace: Sendable {
    public let engine: Engine
    public let folder: URL
    private let database = "t" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()

    /// An empty place.
    public init(_ engine: Engine) throws {
        try self.init(engine, template: "template0")
    }

    private init(_ engine: Engine, template: String) throws {
        self.engine = engine
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("shala-" + database)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if engine == .postgres { try command("CREATE DATABASE \(database) TEMPLATE \(template)") }
    }

    /// A place whose book has the newest schema and no rows: a copy, which takes less time than the migrations.
    public static func withSchema(_ engine: Engine) async throws -> BookPlace {
        try await SchemaPlaces.shared.place(engine).copy()
    }

    public var address: String {
        switch engine {
        case .sqlite: "sqlite:" + file.path
        case .postgres: "\(Engine.server ?? "")/\(database)"
        }
    }

    private var file: URL { folder.appendingPathComponent("book.sqlite") }

    /// A place of its own with what lies here, in a book that nobody has open.
    public func copy() throws -> BookPlace {
        let copy = try BookPlace(engine, template: database)
        if engine == .sqlite { try FileManager.default.copyItem(at: file, to: copy.file) }
        return copy
    }

    public func remove() throws {
        if engine == .postgres { try command("DROP DATABASE \(database) WITH (FORCE)") }
        try FileManager.default.removeItem(at: folder)
    }

    private func command(_ sql: String) throws {
        try PostgresLink("\(Engine.server ?? "")/postgres").command(sql)
    }
}

/// One book of each engine with the newest schema, made when it is first asked for.
private actor SchemaPlaces {
    static let shared = SchemaPlaces()
    private var making: [Engine: Task<BookPlace, any Error>] = [:]

    func place(_ engine: Engine) async throws -> BookPlace {
        let task = making[engine] ?? Task { try await Self.make(engine) }
        making[engine] = task
        return try await task.value
    }

    private static func make(_ engine: Engine) async throws -> BookPlace {
        let place = try BookPlace(engine)
        try await Store(place.address).close()
        made.withLock { $0.append(place) }
        atexit { SchemaPlaces.removeAll() }
        return place
    }

    private static let made = Mutex<[BookPlace]>([])

    private static func removeAll() {
        let places = made.withLock { made in
            defer { made = [] }
            return made
        }
        for place in places {
            do { try place.remove() } catch { print("left behind: \(place.address): \(error)") }
        }
    }
}
