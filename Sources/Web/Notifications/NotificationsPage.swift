import Classroom
import Pages
import Store

/// Page "Notifications": whether this device is notified, and of what the person wants to be told.
struct NotificationsPage: Page {
    static let template = "notifications/notifications"
    let title = "Notifications"
    /// Public key of the server's push messages; `nil` if it sends none.
    let key: String?
    /// Hashes of the addresses of the person's browsers, by which each finds out whether it is among them.
    let devices: [String]
    let devicesText: String
    let topics: [Topic]

    struct Topic: Modelled, Sendable {
        let topic: String
        let name: String
        let note: String
        let wanted: Bool

        var model: Model { ["topic": topic.model, "name": name.model, "note": note.model, "wanted": wanted.model] }
    }

    static func load(_ site: Site, _ person: Person) async throws -> NotificationsPage {
        let subscriptions = try await site.store.subscriptions(of: [person.id])
        let unwanted = try await site.store.unwantedTopics(of: person.id)
        return NotificationsPage(
            person.role, key: site.notifier.vapid?.publicKey,
            devices: subscriptions.map { PushSubscription.hash($0.endpoint) }, unwanted)
    }

    private init(_ role: Role, key: String?, devices: [String], _ unwanted: Set<NotificationTopic>) {
        self.key = key
        self.devices = devices
        devicesText = devices.joined(separator: " ")
        let all: [NotificationTopic] = role == .instructor ? [.marks] : [.starts, .reconfirm, .changes]
        topics = all.map {
            Topic(topic: $0.rawValue, name: $0.name, note: $0.note, wanted: !unwanted.contains($0))
        }
    }

    var model: Model {
        [
            "title": title.model, "key": key.model, "devices": devices.model, "devicesText": devicesText.model,
            "topics": topics.model,
        ]
    }
}

extension NotificationTopic {
    fileprivate var name: String {
        switch self {
        case .marks: "New Marks"
        case .starts: "Class Starts"
        case .reconfirm: "Confirm Again"
        case .changes: "Changes"
        }
    }

    fileprivate var note: String {
        switch self {
        case .marks: "When students of your courses mark themselves present."
        case .starts: "When you are there as a class starts. Ask for it on the page of the class."
        case .reconfirm: "When you are present and your instructor asks you to confirm again."
        case .changes: "When a class of yours is cancelled or moved."
        }
    }
}
