/// Class of a course that has begun, as a column of the course's attendance.
public final class HeldClass: Sendable {
    public let id: Identifier
    public let plannedAt: Instant
    /// When it ended and began to count; `nil` while it is in session.
    public let endedAt: Instant?
    /// Number of people present.
    public let present: Int

    public init(id: Identifier, plannedAt: Instant, endedAt: Instant?, present: Int) {
        (self.id, self.plannedAt, self.endedAt, self.present) = (id, plannedAt, endedAt, present)
    }
}

/// Person in the attendance of a course.
public final class CourseAttendee: Sendable {
    public let student: Person
    /// Since when the person is enrolled; `nil` for somebody who is not.
    public let joined: Instant?
    /// Number of ended classes with the person present.
    public let present: Int
    /// Number of classes with a mark of the person that had ended before the enrolment; of somebody not enrolled, of all.
    public let early: Int
    /// Planned start of the latest ended class with the person present; `nil` if there is none.
    public let lastSeen: Instant?

    public init(student: Person, joined: Instant?, present: Int, early: Int, lastSeen: Instant?) {
        (self.student, self.joined, self.present) = (student, joined, present)
        (self.early, self.lastSeen) = (early, lastSeen)
    }

    /// Attendance at the classes that count for the person: those since the enrolment, and earlier ones with a mark.
    ///
    /// - Parameter ends: ends of the course's classes.
    public func rate(_ ends: [Instant]) -> AttendanceRate {
        var held = early
        if let joined { for end in ends where end >= joined { held += 1 } }
        return AttendanceRate(held: held, attended: present)
    }
}

/// Attendance of a course in a span of time, by class and by student.
public struct CourseRates: Sendable {
    /// Classes of the span that have ended, newest first.
    public let classes: [HeldClass]
    /// Students enrolled; those not seen for longest come first.
    public let students: [CourseAttendee]

    public init(classes: [HeldClass], students: [CourseAttendee]) {
        (self.classes, self.students) = (classes, students)
    }
}
