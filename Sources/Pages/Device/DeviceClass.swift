import Classroom

/// Class in a device's book.
final class DeviceClass: Sendable {
    let row: ClassRow
    /// What the copy knows of it beside; `nil` of a class that the copy does not have.
    private let copied: Copied?
    /// From which its state follows.
    private let events: [ClassEvent]
    /// What was told of it, in the order of time.
    let told: [ToldEvent]
    let marks: [DeviceMark]
    /// Questions whether those present are still there, oldest first.
    private let asked: [DeviceReconfirmation]
    /// What students have asked; `nil` if that is not on the device.
    let questions: DeviceQuestions?
    /// What was done on the device, which the copy does not have yet.
    private let here: Here

    private struct Here {
        var isTold = false
        var isMarked = false
    }

    /// What no entry of the device changes.
    private final class Copied: Sendable {
        let number: Int?
        let questions: (open: Int, all: Int)
        let suspicions: [(person: Identifier, facts: [String])]
        let attending: Int?
        let markedBy: String?

        init(_ copy: CopyValue) {
            number = copy.count("number")
            questions = (copy.count("openQuestions") ?? 0, copy.count("questions") ?? 0)
            attending = copy.count("attending")
            markedBy = copy.text("markedBy")
            suspicions = copy.list("suspicions").compactMap { one in
                one.identifier("person").map { ($0, one.texts("facts")) }
            }
        }
    }

    private init(
        _ row: ClassRow, _ copied: Copied?, _ events: [ClassEvent] = [], _ told: [ToldEvent] = [],
        _ marks: [DeviceMark] = [], _ asked: [DeviceReconfirmation] = [],
        _ questions: DeviceQuestions? = DeviceQuestions([]), here: Here = Here()
    ) {
        (self.row, self.copied, self.events, self.told, self.marks) = (row, copied, events, told, marks)
        (self.asked, self.questions, self.here) = (asked, questions, here)
    }

    /// - Parameter copy: the class as the copy has it.
    convenience init?(_ copy: CopyValue, _ instructor: Identifier) {
        guard let row = ClassRow(copy, instructor) else { return nil }
        let events = copy.list("events").compactMap { TakenEvent($0) }
        self.init(
            row, Copied(copy), row.cancellation + events.compactMap { $0.event }, events.compactMap { $0.told },
            copy.list("marks").compactMap { DeviceMark($0) }, DeviceReconfirmation(copy["asked"]).map { [$0] } ?? [],
            copy.listed("asking").map { DeviceQuestions($0.compactMap { DeviceQuestion($0, in: row.id, instructor) }) })
    }

    /// Class that the copy does not have.
    convenience init(_ row: ClassRow) {
        self.init(row, nil)
    }

    /// The class as it is begun, planned or asked for here.
    func with(_ row: ClassRow) -> DeviceClass {
        DeviceClass(row, copied, events, told, marks, asked, questions, here: here)
    }

    /// The class after an event.
    func with(_ event: ClassEvent, _ new: ToldEvent?) -> DeviceClass {
        var row = row
        row.take(events + [event], after: events)
        var told = told
        if let new { told.insert(new, at: (told.lastIndex { $0.at <= new.at } ?? -1) + 1) }
        var here = here
        here.isTold = true
        return DeviceClass(row, copied, events + [event], told, marks, asked, questions, here: here)
    }

    /// Reason why an event cannot happen next; `nil` if it can.
    func problem(_ event: ClassEvent) -> FieldProblem? {
        row.problem(event.event, after: events, at: event.at, on: event.device)
    }

    /// The class after somebody was marked.
    func with(_ mark: DeviceMark) -> DeviceClass {
        guard let place = marks.firstIndex(where: { $0.person == mark.person }) else { return with(marks + [mark]) }
        var marks = marks
        marks[place] = marks[place].followed(by: mark)
        return with(marks)
    }

    /// The class after the instructor's latest word on somebody was taken back.
    func withdrawing(_ person: Identifier) -> DeviceClass {
        with(marks.compactMap { $0.person == person ? $0.withdrawn : $0 })
    }

    /// The class as it is copied anew, which knows what was said before of those who were marked since.
    func following(_ earlier: DeviceClass) -> DeviceClass {
        let marks = marks.map { mark in
            earlier.marks.first { $0.person == mark.person }.map { mark.following($0) } ?? mark
        }
        return DeviceClass(row, copied, events, told, marks, asked, questions)
    }

    private func with(_ marks: [DeviceMark]) -> DeviceClass {
        var here = here
        here.isMarked = true
        return DeviceClass(row, copied, events, told, marks, asked, questions, here: here)
    }

    /// The class after those present were asked whether they are still there.
    func asking(_ question: Reconfirmation) -> DeviceClass {
        DeviceClass(
            row, copied, events, told, marks, asked + [DeviceReconfirmation(question)], questions,
            here: here)
    }

    /// The class after such a question was taken back.
    func notAsking(_ question: Identifier) -> DeviceClass {
        DeviceClass(
            row, copied, events, told, marks, asked.filter { $0.asked.id != question }, questions,
            here: here)
    }

    /// The class after a question of a student was answered, hidden or voted for.
    func with(question: Identifier, _ change: (inout DeviceQuestion) -> Void) -> DeviceClass {
        DeviceClass(
            row, copied, events, told, marks, asked, questions?.with(question, change), here: here)
    }

    /// Whether it was started, ended or the like on the device, which the copy does not have yet.
    var isToldHere: Bool { here.isTold }

    /// Whether somebody was marked there on the device, which the copy does not have yet.
    var isMarkedHere: Bool { here.isMarked }

    /// The latest question whether those present are still there.
    var reconfirmation: DeviceReconfirmation? { asked.last }

    /// Number among the classes of its course, as copied; `nil` of a class that the copy does not have.
    var number: Int? { copied?.number }

    /// Number of people present, where not all their marks are in the copy.
    var attending: Int? { copied?.attending }

    /// Who made the mark of the student who owns the book.
    var markedBy: String? { copied?.markedBy }

    /// How many questions the copy says are open, and how many there are.
    var questionsCopied: (open: Int, all: Int) { copied?.questions ?? (0, 0) }

    /// Students whose claims are worth a look, of whom the instructor has not decided.
    var suspicions: [(person: Identifier, facts: [String])] {
        copied?.suspicions.filter { !(mark(of: $0.person)?.isByInstructor ?? true) } ?? []
    }

    func mark(of person: Identifier) -> Mark? {
        for one in marks where one.person == person { return one.mark }
        return nil
    }

    /// People who were present.
    var present: [Identifier] { marks.filter { $0.mark.isPresent }.map { $0.person } }

    /// Start time; planned start of a class that has not started.
    var start: Instant { row.startedAt ?? row.plannedAt ?? Instant(milliseconds: 0) }

    var isSaved: Bool { row.phase == .saved }
}

extension ClassRow {
    /// Event by which a class was called off: of one that has not begun, the copy has no events.
    fileprivate var cancellation: [ClassEvent] {
        phase == .cancelled ? [ClassEvent(.cancelled, at: Instant(milliseconds: 0))] : []
    }

    fileprivate init?(_ copy: CopyValue, _ instructor: Identifier) {
        guard let id = copy.identifier("id"), let venue = copy.identifier("venue") else { return nil }
        self.init(
            id: id, course: copy.identifier("course"), instructor: copy.identifier("instructor") ?? instructor,
            venue: venue, phase: ClassLifeCycle.Phase(word: copy.words("phase")) ?? .scheduled)
        beganAt = copy.instant("beganAt")
        (plannedAt, planAt) = (copy.instant("plannedAt"), copy.instant("planAt"))
        minutes = copy.count("minutes")
        startedAt = copy.instant("startedAt")
        (runningSince, endedAt) = (copy.instant("runningSince"), copy.instant("endedAt"))
        (worked, paused) = (copy.whole("worked") ?? 0, copy.whole("paused") ?? 0)
        isOpen = copy.flag("isOpen")
        temperature = copy.number("temperature")
        survey = copy.words("survey")
        evidence = AttendancePolicy.Evidence(word: copy.words("evidence"))
        if let centre = copy.position, let radius = copy.number("radius") {
            fence = Geofence(centre: centre, radius: radius)
        }
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
}
