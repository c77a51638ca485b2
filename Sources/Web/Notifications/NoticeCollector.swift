import Classroom
import Logging

/// Collector of what happens at classes, and of what changes in courses, so that many happenings become one notice.
actor NoticeCollector {
    private let writer: NoticeWriter
    private let deliver: @Sendable (Notice, [Identifier]) async throws -> Void
    private var waiting: [Subject: [Happening]] = [:]
    /// Whether it was said that not all is told, since people were told last.
    private var hasWarned = false
    private let logger: Logger

    private static let mostSubjects = 2_000
    private static let mostOfSubject = 2_000

    private struct Subject: Hashable {
        let topic: NotificationTopic
        let place: Identifier
    }

    /// - Parameter deliver: sends a notice to people.
    init(
        _ writer: NoticeWriter, logger: Logger = Logger(label: "shala"),
        deliver: @escaping @Sendable (Notice, [Identifier]) async throws -> Void
    ) {
        self.writer = writer
        self.logger = logger
        self.deliver = deliver
    }

    func add(_ happenings: [Happening]) {
        for happening in happenings { add(happening) }
    }

    private func add(_ happening: Happening) {
        let subject = Subject(topic: happening.topic, place: happening.place)
        let count = waiting[subject]?.count ?? 0
        guard count < Self.mostOfSubject, count > 0 || waiting.count < Self.mostSubjects else {
            if !hasWarned { logger.warning("too much happens at once to tell people of all of it") }
            hasWarned = true
            return
        }
        waiting[subject, default: []].append(happening)
        if count == 0 { Task { await tell(subject) } }
    }

    private func tell(_ subject: Subject) async {
        do {
            try await Task.sleep(for: subject.topic.pause)
            let happenings = waiting.removeValue(forKey: subject) ?? []
            hasWarned = false
            guard let (notice, people) = try await writer.notice(of: happenings), !people.isEmpty else { return }
            try await deliver(notice, people)
        } catch {
            waiting[subject] = nil
            logger.warning("people could not be told", metadata: ["error": "\(error)"])
        }
    }
}
