import Classroom

/// Class in a device's book.
final class DeviceClass: Sendable {
    let row: ClassRow
    let course: DeviceCourse?
    /// What was told of it, in the order of time.
    let told: [ToldEvent]
    let marks: [DeviceMark]
    /// Marks as the copy has them, if others were added, and whether the copy has it as saved.
    private let before: (marks: [DeviceMark], isSaved: Bool)?
    /// Whether it was started on the device, which the copy does not have yet.
    let isStartedHere: Bool

    /// - Parameter copy: the class as the copy has it, with the events of the device at the end.
    init?(_ copy: CopyValue, _ instructor: Identifier) {
        guard var row = ClassRow(copy, instructor) else { return nil }
        let wasSaved = row.phase == .saved
        let events = copy.list("events").compactMap { TakenEvent($0) }
        let all = events.compactMap { $0.event }
        let known = all.filter { $0.sequence < .max }
        if known.count < all.count { row.take(all, after: known) }
        self.row = row
        told = SortKey.order(events.map { SortKey(number: $0.at.milliseconds) }).compactMap { events[$0].told }
        course = row.course.map {
            DeviceCourse(id: $0, title: copy.words("course"), timeZone: copy.words("timeZone"))
        }
        isStartedHere = copy.flag("isStartedHere")
        marks = copy.marks("marks")
        if case .list = copy["marksBefore"] { before = (copy.marks("marksBefore"), wasSaved) } else { before = nil }
    }

    /// People who were present.
    var present: [Identifier] { marks.filter { $0.isPresent }.map { $0.person } }

    /// Start time; planned start of a class that has not started.
    var start: Instant { row.startedAt ?? row.plannedAt ?? Instant(milliseconds: 0) }

    var isSaved: Bool { row.phase == .saved }

    var isInSession: Bool { row.phase == .running || row.phase == .paused }

    /// Sessions attended by people, more or fewer than when the copy was made.
    var countedAnew: [(person: Identifier, change: Int)] {
        guard let before else { return [] }
        let past = before.isSaved ? before.marks : []
        return past.filter { $0.isPresent }.map { ($0.person, -1) } + (isSaved ? present : []).map { ($0, 1) }
    }
}

/// Attendance of a person at a class in a device's book.
struct DeviceMark: Sendable {
    let person: Identifier
    let isPresent: Bool
    let at: Instant
}

extension ClassRow {
    fileprivate init?(_ copy: CopyValue, _ instructor: Identifier) {
        guard let id = copy.identifier("id"), let venue = copy.identifier("venue") else { return nil }
        self.init(
            id: id, course: copy.identifier("courseID"), instructor: copy.identifier("instructor") ?? instructor,
            venue: venue, phase: ClassLifeCycle.Phase(word: copy.words("phase")) ?? .scheduled)
        beganAt = copy.instant("beganAt")
        (plannedAt, planAt) = (copy.instant("plannedAt"), copy.instant("planAt"))
        minutes = copy.whole("minutes").map { Int($0) }
        startedAt = copy.instant("startedAt")
        (runningSince, endedAt) = (copy.instant("runningSince"), copy.instant("endedAt"))
        (worked, paused) = (copy.whole("worked") ?? 0, copy.whole("paused") ?? 0)
        isOpen = copy.flag("isOpen")
        temperature = copy.number("temperature")
    }
}

/// Event of a class in the copy: what follows from it, and what people may be told of it.
private struct TakenEvent {
    let at: Instant
    let event: ClassEvent?
    let told: ToldEvent?

    init?(_ copy: CopyValue) {
        guard let payload = copy.payload, let at = copy.instant("at") else { return nil }
        self.at = at
        event = Self.event(payload).map {
            ClassEvent(
                $0, at: at, device: copy.identifier("device") ?? Identifier(high: 0, low: 0),
                sequence: copy.whole("sequence") ?? .max)
        }
        if case .session(let session) = payload {
            told = ToldEvent(session, by: copy.identifier("maker"), at: at)
        } else {
            told = nil
        }
    }

    private static func event(_ payload: EntryPayload) -> AttendanceWindow.Event? {
        switch payload {
        case .session(let told): told.event
        case .attendance(.turned(let turned)): .turn(turned.turn)
        default: nil
        }
    }
}

extension CopyValue {
    /// Payload of an entry about a class, as the journal keeps it: without the class.
    fileprivate var payload: EntryPayload? {
        guard let kind = Kind.named(words("kind")) else { return nil }
        let own = fields.filter { field in !Self.common.contains { $0.isSame(as: field.name) } }
        var reader = FieldReader(own, isStored: true)
        return kind.read(&reader)
    }

    /// Members that events of every kind have.
    private static let common = ["id", "class", "kind", "at", "maker", "device", "sequence"]

    fileprivate func marks(_ name: String) -> [DeviceMark] {
        list(name).compactMap { mark in
            guard let person = mark.identifier("person"), let at = mark.instant("at") else { return nil }
            return DeviceMark(person: person, isPresent: mark.flag("isPresent"), at: at)
        }
    }
}
