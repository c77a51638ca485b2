/// Journal entry: a single event, recorded on a single device.
public struct Entry: Sendable {
    /// UUID of the entry; sending the same UUID again sends the same entry.
    public let id: Identifier
    public let device: Identifier
    /// Time of the event by the device's clock.
    public let at: Instant
    public let kind: Kind
    public let payload: EntryPayload

    public init(id: Identifier, device: Identifier, at: Instant, kind: Kind, payload: EntryPayload) {
        self.id = id
        self.device = device
        self.at = at
        self.kind = kind
        self.payload = payload
    }

    /// Entry with its evidence judged.
    public func with(_ claimed: AttendanceClaimed) -> Entry {
        with(.attendance(kind == .attendanceConfirmed ? .confirmed(claimed) : .claimed(claimed)))
    }

    /// The same entry with another payload.
    public func with(_ payload: EntryPayload) -> Entry {
        Entry(id: id, device: device, at: at, kind: kind, payload: payload)
    }

    /// Evidence that a student shows; `nil` for other entries.
    public var claim: AttendanceClaimed? {
        switch payload {
        case .attendance(.claimed(let claimed)), .attendance(.confirmed(let claimed)): claimed
        default: nil
        }
    }
}

extension Entry {
    /// Maximum number of entries in a batch.
    public static let mostInBatch = 200

    /// The most fields of one entry, beside those that every entry has.
    public static let mostFields = 32

    /// How far ahead of the server's clock a device's may be: a day, for a clock set to another time zone's.
    public static let mostAhead: Int64 = 86_400_000

    /// How long an entry may wait on a device: a year and a day, in milliseconds.
    public static let mostBehind: Int64 = 366 * 86_400_000

    /// What is wrong with a time that a device gave, corrected as far as its clock is known and seen from the server's;
    /// `nil` if nothing.
    public static func problem(at: Instant, now: Instant) -> FieldProblem? {
        if at > now.adding(milliseconds: mostAhead) {
            return FieldProblem("at", "future", "This is in the future. Is the device's clock right?")
        }
        if at < now.adding(milliseconds: -mostBehind) {
            return FieldProblem("at", "past", "This is more than a year ago. Is the device's clock right?")
        }
        return nil
    }
}
