/// How often somebody comes, in a span of time.
public struct AttendanceRate: Sendable, Equatable {
    /// Number of classes that were held since the person was enrolled, with earlier ones at which they are marked.
    public let held: Int
    public let attended: Int

    public init(held: Int, attended: Int) {
        (self.held, self.attended) = (held, attended)
    }

    /// In per cent; `nil` without a class.
    public var percent: Int? { held == 0 ? nil : (attended * 200 + held) / (held * 2) }
}

/// Class that counts for somebody: attended or missed.
public final class AttendedClass: Sendable {
    public let id: Identifier
    /// Course and its title; `nil` for a class of none.
    public let course: (id: Identifier, title: String)?
    /// Planned start; start of a class without a plan.
    public let at: Instant
    public let isPresent: Bool

    public init(id: Identifier, course: (id: Identifier, title: String)?, at: Instant, isPresent: Bool) {
        (self.id, self.course, self.at, self.isPresent) = (id, course, at, isPresent)
    }
}

/// Attendance of a person at their courses, and at whatever else they came to.
public struct PersonAttendance: Sendable {
    /// Classes since the beginning of the span, newest first.
    public let classes: [AttendedClass]
    /// Start of the class at which the person was last present, at whatever time; `nil` if at none.
    public let lastSeen: Instant?

    public init(classes: [AttendedClass], lastSeen: Instant?) {
        (self.classes, self.lastSeen) = (classes, lastSeen)
    }
}
