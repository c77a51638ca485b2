/// Class of a course that has begun, as a column of the course's attendance.
public final class HeldClass: Sendable {
    public let id: Identifier
    public let plannedAt: Instant
    /// Whether the class has ended and counts for everybody.
    public let isSaved: Bool
    /// Number of people present.
    public let present: Int

    public init(id: Identifier, plannedAt: Instant, isSaved: Bool, present: Int) {
        (self.id, self.plannedAt, self.isSaved, self.present) = (id, plannedAt, isSaved, present)
    }
}

/// Person in the attendance of a course.
public final class CourseAttendee: Sendable {
    public let student: Person
    /// Number of saved classes with the person present.
    public let present: Int

    public init(student: Person, present: Int) {
        (self.student, self.present) = (student, present)
    }
}
