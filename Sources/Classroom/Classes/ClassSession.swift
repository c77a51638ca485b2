/// Class, as shown on its page and in lists.
public final class ClassSession: Sendable {
    public let id: Identifier
    /// Course; `nil` for a drop-in class.
    public let course: Identifier?
    public let instructor: Identifier
    public let venueID: Identifier
    public let venue: String
    public let address: String
    public let phase: ClassLifeCycle.Phase
    /// When a class that nobody planned began, as first said; `nil` for one that was planned.
    public let beganAt: Instant?
    /// Start time; planned start of a class that has not started.
    public let startedAt: Instant
    /// Planned start and length in minutes; `nil` for a drop-in class.
    public let plannedAt: Instant?
    public let minutes: Int?
    /// Survey link of the class itself; "" for none.
    public let survey: String
    /// Evidence that the class asks for; `nil` for what its course asks for.
    public let evidence: AttendancePolicy.Evidence?
    /// Whether students can mark themselves present.
    public let isOpen: Bool
    /// Geofence; `nil` before the start, and for a venue without a position.
    public let fence: Geofence?
    /// Time at which the clock last started; `nil` while it is stopped.
    public let runningSince: Instant?
    /// Milliseconds on the clock before `runningSince`.
    public let worked: Int64
    /// Milliseconds paused, once the class has ended.
    public let paused: Int64
    public let endedAt: Instant?
    /// Number of people present.
    public let attending: Int
    /// Outside temperature in degrees Celsius; `nil` if unknown.
    public let temperature: Double?
    /// Title of the course; `nil` for a drop-in class.
    public let courseTitle: String?

    /// Where it takes place: "Riverside Studio, 12 Quay Street".
    public var placeText: String { listed([venue, address].filter { !$0.isEmpty }) }

    public init(
        id: Identifier, course: Identifier?, instructor: Identifier, venueID: Identifier, venue: String,
        address: String, phase: ClassLifeCycle.Phase, beganAt: Instant?, startedAt: Instant, plannedAt: Instant?,
        minutes: Int?, survey: String, evidence: AttendancePolicy.Evidence?, isOpen: Bool, fence: Geofence?,
        runningSince: Instant?, worked: Int64, paused: Int64, endedAt: Instant?, attending: Int, temperature: Double?,
        courseTitle: String?
    ) {
        self.id = id
        self.course = course
        self.instructor = instructor
        self.venueID = venueID
        self.venue = venue
        self.address = address
        self.phase = phase
        self.beganAt = beganAt
        self.startedAt = startedAt
        self.plannedAt = plannedAt
        self.minutes = minutes
        self.survey = survey
        self.evidence = evidence
        self.isOpen = isOpen
        self.fence = fence
        self.runningSince = runningSince
        self.worked = worked
        self.paused = paused
        self.endedAt = endedAt
        self.attending = attending
        self.temperature = temperature
        self.courseTitle = courseTitle
    }

    public var isInSession: Bool { phase == .running || phase == .paused }
}

/// Sort order of sessions.
public enum SessionSort: String, CaseIterable, Sendable {
    case newest, oldest, venue, attended
}

/// Filter for sessions.
public enum SessionFilter: String, CaseIterable, Sendable {
    case all
    /// Classes of courses.
    case course
    /// Classes of none.
    case dropIn
}

/// What is looked for among saved classes.
public struct SessionQuery: Sendable {
    /// Words that the venue's name or the course's title contains.
    public var search = ""
    public var filter = SessionFilter.all
    public var sort = SessionSort.newest
    /// Cursor of the page before.
    public var after: String?

    public init() {}
}

extension ClassSession {
    /// Time after its planned start in which a class that nobody has started still counts as coming, in milliseconds.
    public static let grace: Int64 = 3_600_000

    /// What is said in the place of a class that was deleted.
    public static var deletedWords: String { "This class was deleted." }

    /// Planned start; start of a class without a plan.
    public var plan: Instant { plannedAt ?? startedAt }

    /// From when on the class may have begun, though a device without signal has not heard of it, in milliseconds since 1970; 0 of
    /// one that has begun. A class begins early at times.
    public var mayHaveBegunFrom: Int64 {
        phase == .scheduled ? plan.adding(milliseconds: -Self.grace).milliseconds : 0
    }

    /// Whether the class is in session or to come, and not past.
    public func isComing(_ now: Instant) -> Bool {
        switch phase {
        case .running, .paused: true
        case .scheduled, .cancelled: startedAt >= now.adding(milliseconds: -Self.grace)
        case .saved, .deleted: false
        }
    }

    /// Whether nobody started the class, and its time has passed.
    public func isMissed(_ now: Instant) -> Bool {
        phase == .scheduled && plannedAt.map { now.since($0) > Self.grace } == true
    }
}
