extension Kind {
    public static let deviceNearby = Kind("device.nearby", by: .everyone, columns: .class, isPrivate: true) {
        .notification(.nearby(DeviceNearby(from: &$0)))
    }
    public static let notificationsChosen = Kind("notifications.chosen", by: .everyone, columns: [], isPrivate: true) {
        .notification(.chosen(NotificationsChosen(from: &$0)))
    }

    static let ofNotifications: [Kind] = [deviceNearby, notificationsChosen]
}

/// What entries say that decides who is told of what.
public enum NotificationPayload: Sendable {
    case nearby(DeviceNearby)
    case chosen(NotificationsChosen)

    func subject(by maker: Identifier?) -> Subject {
        switch self {
        case .nearby(let nearby): Subject(classID: nearby.classID, person: maker)
        case .chosen: Subject(person: maker)
        }
    }
}

extension Book {
    mutating func want(_ payload: NotificationPayload, by maker: Identifier?) {
        switch payload {
        case .nearby(let entry):
            wantClass(entry.classID)
            if let maker { nearby.want(Pair(entry.classID, maker)) }
            wantEnrolment(at: entry.classID, of: maker)
        case .chosen(let chosen):
            if let maker { choices.want(ChoiceRow.Key(person: maker, topic: chosen.topic)) }
        }
    }

    mutating func apply(_ payload: NotificationPayload) throws(Stop) {
        switch payload {
        case .nearby(let nearby): try apply(nearby)
        case .chosen(let chosen): try apply(chosen)
        }
    }
}
