/// Student of a class, with their attendance.
public final class Attendance: Sendable {
    public let student: Person
    /// Mark; `nil` if there is none.
    public let mark: Mark?
    /// Name of the person who made the mark.
    public let markedBy: String?

    public init(student: Person, mark: Mark?, markedBy: String? = nil) {
        self.student = student
        self.mark = mark
        self.markedBy = markedBy
    }

    public enum State: String, CaseIterable, Sendable { case present, unconfirmed, absent }

    public var state: State { mark?.state ?? .absent }
}

extension ClassSession {
    /// State of a student's attendance. Without a mark: absent from a class that ended after the student had joined the course;
    /// `nil` of others.
    public func state(of own: Attendance?, since joined: Instant?) -> Attendance.State? {
        if let own { return own.state }
        guard phase == .saved else { return nil }
        if let joined, let endedAt, endedAt < joined { return nil }
        return .absent
    }
}

extension Mark {
    public var state: Attendance.State { isPresent ? .present : doubt == nil ? .absent : .unconfirmed }
}
