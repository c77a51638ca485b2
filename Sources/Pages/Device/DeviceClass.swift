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
        var (all, known): ([ClassEvent], [ClassEvent]) = ([], [])
        var told: [ToldEvent] = []
        for event in copy.list("events") {
            guard let payload = event.payload, let at = event.instant("at") else { continue }
            if let own = ClassEvent(payload, at, event) {
                all.append(own)
                if own.sequence < .max { known.append(own) }
            }
            guard case .session(let session) = payload else { continue }
            var place = told.count
            while place > 0, told[place - 1].at > at { place -= 1 }
            told.insert(ToldEvent(session, by: event.identifier("maker"), at: at), at: place)
        }
        if known.count < all.count { row.take(all, after: known) }
        (self.row, self.told) = (row, told)
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

extension ClassEvent {
    fileprivate init?(_ payload: EntryPayload, _ at: Instant, _ copy: CopyValue) {
        let event: AttendanceWindow.Event
        switch payload {
        case .session(let told):
            guard let own = told.event else { return nil }
            event = own
        case .attendance(.turned(let turned)): event = .turn(turned.turn)
        default: return nil
        }
        self.init(
            event, at: at, device: copy.identifier("device") ?? Identifier(high: 0, low: 0),
            sequence: copy.whole("sequence") ?? .max)
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
