/// Class, as the book has it.
public struct ClassRow: BookRow {
    public let id: Identifier
    /// Course; `nil` for a class that anybody drops in.
    public var course: Identifier?
    public var instructor: Identifier
    /// Who taught it, if they were merged with the instructor; else `nil`.
    public var ownInstructor: Identifier?
    public var venue: Identifier
    /// When a class that nobody planned began, as first said; `nil` for one that was planned.
    public var beganAt: Instant?
    /// Planned start; `nil` without a course.
    public var plannedAt: Instant?
    /// Start as planned, of a class that took place on another day.
    public var planAt: Instant?
    /// Planned length in minutes; `nil` without a course.
    public var minutes: Int?
    /// Survey link; "" for the course's.
    public var survey = ""
    /// Evidence that this class asks for; `nil` for the course's.
    public var evidence: AttendancePolicy.Evidence?
    public var phase: ClassLifeCycle.Phase
    public var startedAt: Instant?
    /// Time at which the clock last started; `nil` while it is stopped.
    public var runningSince: Instant?
    /// Milliseconds on the clock before `runningSince`.
    public var worked: Int64 = 0
    /// Milliseconds paused, once it has ended.
    public var paused: Int64 = 0
    public var endedAt: Instant?
    /// Whether attendance is open.
    public var isOpen = false
    /// Geofence since the start.
    public var fence: Geofence?
    /// Number of people present.
    public var attending: Int64 = 0
    /// Outside temperature in degrees Celsius.
    public var temperature: Double?

    public var key: Identifier { id }

    public var isInSession: Bool { phase == .running || phase == .paused }

    /// Whether it has not started, and may yet.
    public var isPlanned: Bool { phase == .scheduled || phase == .cancelled }

    public init(
        id: Identifier, course: Identifier?, instructor: Identifier, venue: Identifier, phase: ClassLifeCycle.Phase
    ) {
        self.id = id
        self.course = course
        self.instructor = instructor
        self.venue = venue
        self.phase = phase
    }

    /// Takes when and where the class is planned.
    public mutating func take(_ scheduled: ClassScheduled, at venue: Identifier) {
        self.venue = venue
        if !scheduled.keepsStart || plannedAt == nil { plannedAt = scheduled.start }
        minutes = scheduled.minutes ?? minutes ?? ClassScheduled.usualLength
        survey = scheduled.survey ?? survey
        evidence = scheduled.evidence.value(instead: evidence)
    }
}
