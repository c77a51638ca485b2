/// Row of a table that follows from the journal.
public protocol BookRow: Sendable {
    associatedtype Key: Hashable & Sendable

    var key: Key { get }
}

/// Reason why an entry has no effect.
public enum Stop: Error, Sendable {
    /// Rules that the entry breaks, by field.
    case broken([FieldProblem])
    /// Rows that were not loaded. They are wanted now: once they are there, the entry is to be applied again.
    case unloaded

    static func invalid(_ field: String, _ code: String, _ message: String) -> Stop {
        .broken([FieldProblem(field, code, message)])
    }
}

/// What becomes of the latest changes to all tables.
enum Settlement: Sendable {
    case keep
    case rollBack
    /// Everything is as it was loaded.
    case reset
}

/// Rows of one table in memory: those loaded, with what has changed since.
///
/// Whoever loads and saves them is in another module, for which `@inlinable` makes them as fast as within this one.
public struct Rows<Row: BookRow>: Sendable {
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var stored: Row?
        @usableFromInline var row: Row?
        @usableFromInline var isChanged = false

        @inlinable
        init(stored: Row?, row: Row?, isChanged: Bool = false) {
            (self.stored, self.row, self.isChanged) = (stored, row, isChanged)
        }
    }

    private struct Step: Sendable {
        let key: Row.Key
        let before: Slot?
    }

    @usableFromInline var slots: [Row.Key: Slot] = [:]
    /// Keys in the order of their first change.
    @usableFromInline var changed: [Row.Key] = []
    private var steps: [Step] = []
    @usableFromInline var wanted: Set<Row.Key> = []

    /// Asks for a row, unless it is known whether there is one.
    public mutating func want(_ key: Row.Key) {
        if slots[key] == nil { wanted.insert(key) }
    }

    /// The row with a key; `nil` if there is none.
    public mutating func row(_ key: Row.Key) throws(Stop) -> Row? {
        if let slot = slots[key] { return slot.row }
        wanted.insert(key)
        throw .unloaded
    }

    /// The row with a key, if there is one in memory.
    @inlinable
    public func loaded(_ key: Row.Key) -> Row? {
        slots[key]?.row
    }

    /// Rows in memory that fulfil a condition.
    func all(where isMeant: (Row) -> Bool) -> [Row] {
        slots.values.compactMap { slot in slot.row.flatMap { isMeant($0) ? $0 : nil } }
    }

    func contains(where isMeant: (Row) -> Bool) -> Bool {
        slots.values.contains { slot in slot.row.map(isMeant) ?? false }
    }

    mutating func set(_ row: Row) {
        change(row.key, to: row)
    }

    mutating func remove(_ key: Row.Key) {
        change(key, to: nil)
    }

    private mutating func change(_ key: Row.Key, to row: Row?) {
        let before = slots[key]
        steps.append(Step(key: key, before: before))
        if before?.isChanged != true { changed.append(key) }
        slots[key] = Slot(stored: before?.stored, row: row, isChanged: true)
    }

    mutating func settle(_ settlement: Settlement) {
        switch settlement {
        case .keep: steps.removeAll(keepingCapacity: true)
        case .rollBack:
            while let step = steps.popLast() {
                slots[step.key] = step.before
                if step.before?.isChanged != true { changed.removeLast() }
            }
        case .reset:
            for key in changed { slots[key] = slots[key].map { Slot(stored: $0.stored, row: $0.stored) } }
            changed = []
            steps = []
        }
    }
}

extension Rows {
    /// Keys that are asked for. They are asked for no more.
    @inlinable
    public mutating func takeWanted() -> [Row.Key] {
        if wanted.isEmpty { return [] }
        defer { wanted = [] }
        return Array(wanted)
    }

    /// Takes up what is known of rows that are asked for: the row, or that there is none.
    @inlinable
    public mutating func takeWanted(from known: [Row.Key: Row?]) {
        if wanted.isEmpty || known.isEmpty { return }
        slots.reserveCapacity(slots.count + wanted.count)
        for key in takeWanted() {
            if let row = known[key] { slots[key] = Slot(stored: row, row: row) } else { wanted.insert(key) }
        }
    }

    /// Adds what is known of all rows in memory: the row, or that there is none.
    @inlinable
    public func add(to known: inout [Row.Key: Row?]) {
        for (key, slot) in slots { known[key] = .some(slot.row) }
    }

    /// Takes up rows that were loaded for keys. Of the others there are none.
    @inlinable
    public mutating func load(_ rows: [Row], for keys: [Row.Key]) {
        load(rows)
        for key in keys where slots[key] == nil { slots[key] = Slot(stored: nil, row: nil) }
    }

    /// Takes up rows that were loaded. What is known already stays.
    @inlinable
    public mutating func load(_ rows: [Row]) {
        slots.reserveCapacity(slots.count + rows.count)
        for row in rows where slots[row.key] == nil { slots[row.key] = Slot(stored: row, row: row) }
    }

    /// What has been set or removed, in the order of the first changes: the row as stored, and as it is now.
    ///
    /// Whether both are equal is not asked: text that looks the same may have other bytes.
    @inlinable
    public var changes: [(stored: Row?, now: Row?)] {
        changed.compactMap { key in slots[key].map { ($0.stored, $0.row) } }
    }
}

/// Events in memory that the journal has of one subject, and those that came since.
public struct Log<Key: Hashable & Sendable, Event: Sendable>: Sendable {
    @usableFromInline var loaded: [Key: [Event]] = [:]
    private var added: [Key: [Event]] = [:]
    private var steps: [Key] = []
    @usableFromInline var wanted: Set<Key> = []

    public mutating func want(_ key: Key) {
        if loaded[key] == nil { wanted.insert(key) }
    }

    public mutating func events(_ key: Key) throws(Stop) -> [Event] {
        guard let known = loaded[key] else {
            wanted.insert(key)
            throw .unloaded
        }
        return known + (added[key] ?? [])
    }

    mutating func append(_ event: Event, _ key: Key) {
        added[key, default: []].append(event)
        steps.append(key)
    }

    mutating func settle(_ settlement: Settlement) {
        switch settlement {
        case .keep: steps.removeAll(keepingCapacity: true)
        case .rollBack: while let key = steps.popLast() { _ = added[key]?.popLast() }
        case .reset: (added, steps) = ([:], [])
        }
    }

    @inlinable
    public mutating func takeWanted() -> [Key] {
        if wanted.isEmpty { return [] }
        defer { wanted = [] }
        return Array(wanted)
    }

    @inlinable
    public mutating func load(_ events: [Event], for key: Key) {
        loaded[key] = events
    }
}

/// Searches whose rows are in memory, all of them.
public struct Searches<Key: Hashable & Sendable>: Sendable {
    @usableFromInline var done: Set<Key> = []
    @usableFromInline var wanted: Set<Key> = []

    public mutating func want(_ key: Key) {
        if !done.contains(key) { wanted.insert(key) }
    }

    mutating func check(_ key: Key) throws(Stop) {
        guard !done.contains(key) else { return }
        wanted.insert(key)
        throw .unloaded
    }

    @inlinable
    public mutating func takeWanted() -> [Key] {
        if wanted.isEmpty { return [] }
        defer { wanted = [] }
        done.formUnion(wanted)
        return Array(wanted)
    }
}

/// Key of two identifiers: a class and a person, a course and a person.
public struct Pair: Hashable, Sendable {
    public let first: Identifier
    public let second: Identifier

    public init(_ first: Identifier, _ second: Identifier) {
        (self.first, self.second) = (first, second)
    }
}

/// Key of text, compared byte by byte.
public struct TextKey: Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func == (one: TextKey, other: TextKey) -> Bool {
        one.text.isSame(as: other.text)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
