import Classroom

/// Class in a device's book.
final class DeviceClass: Sendable {
    let row: ClassRow
    let course: DeviceCourse?
    /// From which its state follows.
    private let events: [ClassEvent]
    /// What was told of it, in the order of time.
    let told: [ToldEvent]
    let marks: [DeviceMark]
    /// Whether it was started on the device, which the copy does not have yet.
    let isStartedHere: Bool

    private init(
        _ row: ClassRow, _ course: DeviceCourse?, _ events: [ClassEvent], _ told: [ToldEvent], _ marks: [DeviceMark],
        isStartedHere: Bool
    ) {
        (self.row, self.course, self.events, self.told, self.marks) = (row, course, events, told, marks)
        self.isStartedHere = isStartedHere
    }

    /// - Parameter copy: the class as the copy has it.
    convenience init?(_ copy: CopyValue, _ instructor: Identifier) {
        guard let row = ClassRow(copy, instructor) else { return nil }
        let events = copy.list("events").compactMap { TakenEvent($0) }
        let course = row.course.map {
            DeviceCourse(id: $0, title: copy.words("course"), timeZone: copy.words("timeZone"))
        }
        self.init(
            row, course, events.compactMap { $0.event }, events.compactMap { $0.told }, copy.marks("marks"),
            isStartedHere: false)
    }

    /// Class that the copy does not have.
    convenience init(_ row: ClassRow, _ course: DeviceCourse?) {
        self.init(row, course, [], [], [], isStartedHere: false)
    }

    /// The class as it is begun or planned here.
    func with(_ row: ClassRow, isStartedHere: Bool) -> DeviceClass {
        DeviceClass(row, course, events, told, marks, isStartedHere: isStartedHere)
    }

    /// The class after an event.
    func with(_ event: ClassEvent, _ new: ToldEvent?) -> DeviceClass {
        var row = row
        row.take(events + [event], after: events)
        var told = told
        if let new { told.insert(new, at: (told.lastIndex { $0.at <= new.at } ?? -1) + 1) }
        return DeviceClass(row, course, events + [event], told, marks, isStartedHere: isStartedHere)
    }

    /// The class after somebody was marked. Of several marks the latest counts.
    func with(_ mark: DeviceMark) -> DeviceClass {
        var marks = marks
        if let place = marks.firstIndex(where: { $0.person == mark.person }) {
            if marks[place].at > mark.at { return self }
            marks.remove(at: place)
        }
        return DeviceClass(row, course, events, told, marks + [mark], isStartedHere: isStartedHere)
    }

    /// People who were present.
    var present: [Identifier] { marks.filter { $0.isPresent }.map { $0.person } }

    /// Start time; planned start of a class that has not started.
    var start: Instant { row.startedAt ?? row.plannedAt ?? Instant(milliseconds: 0) }

    var isSaved: Bool { row.phase == .saved }

    var isInSession: Bool { row.phase == .running || row.phase == .paused }
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
                sequence: copy.whole("sequence") ?? 0)
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
