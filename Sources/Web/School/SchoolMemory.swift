import Classroom
import Foundation
import Pages
import Store

/// School as this server knows it, with the calendar in which times are written for people. Read anew once the journal has
/// another.
final class SchoolMemory: @unchecked Sendable {
    private let store: Store
    /// Time zone that whoever hosts the server chose; it stands above the school's.
    private let chosen: TimeZone?
    private let lock = NSLock()
    private var known: School?
    private var knownCalendar: WallCalendar

    init(_ store: Store, chosen: TimeZone?) async throws {
        self.store = store
        self.chosen = chosen
        knownCalendar = WallCalendar(timeZone: chosen ?? .current)
        try await read()
    }

    var name: String? { lock.withLock { known?.name } }
    /// Whether student IDs are typed, and not given by the book.
    var typesIDs: Bool { lock.withLock { known?.typesIDs ?? false } }
    var calendar: WallCalendar { lock.withLock { knownCalendar } }

    /// Reads the school anew if entries may have changed it.
    func refresh(after entries: [FeedEntry]) async throws {
        if entries.contains(where: { $0.kind == Kind.schoolSaved.name }) { try await read() }
    }

    func read() async throws {
        let school = try await store.school()
        let zone = chosen ?? school.flatMap { TimeZone(identifier: $0.timeZone) } ?? .current
        lock.withLock { (known, knownCalendar) = (school, WallCalendar(timeZone: zone)) }
    }
}
