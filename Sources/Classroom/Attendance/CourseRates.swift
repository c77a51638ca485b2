/// Student of a course, with how often they come.
public struct StudentRate: Sendable {
    public let student: Person
    public let rate: AttendanceRate
    /// Planned start of the class of the course at which the student was last present, in the span; `nil` if at none.
    public let lastSeen: Instant?

    public init(student: Person, rate: AttendanceRate, lastSeen: Instant?) {
        (self.student, self.rate, self.lastSeen) = (student, rate, lastSeen)
    }
}

/// Attendance of a course, by class and by student.
public struct CourseRates: Sendable {
    /// Classes of the span that were held, newest first.
    public let classes: [HeldClass]
    /// Those not seen for longest come first.
    public let students: [StudentRate]

    public init(classes: [HeldClass], students: [StudentRate]) {
        (self.classes, self.students) = (classes, students)
    }
}
