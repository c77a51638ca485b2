/// What people can be told of.
public enum NotificationTopic: String, CaseIterable, Sendable {
    /// New marks of students, for instructors.
    case marks
    /// Starts of classes, for students who are there.
    case starts
    /// Requests to confirm again, for those present.
    case reconfirm
    /// Classes cancelled, reinstated or moved, for their students.
    case changes

    static let words = NotificationTopic.allCases.map { $0.rawValue }
}

/// `notifications.chosen`: the maker wants to be told of a topic, or not.
public struct NotificationsChosen: Sendable {
    public let topic: NotificationTopic
    public let wanted: Bool

    public init(from fields: inout FieldReader) {
        topic = NotificationTopic(word: fields.choice("topic", of: NotificationTopic.words)) ?? .marks
        wanted = fields.requiredFlag("wanted")
    }
}
