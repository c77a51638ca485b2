import Classroom
import Logging
import Synchronization

/// Collector of what happens at classes, and of what changes in courses, so that many events become one notice.
final class NoticeCollector: Sendable {
    private let writer: NoticeWriter
    private let deliver: @Sendable (Notice, [Identifier]) async throws -> Void
    private let waiting = Mutex(Waiting())
    private let logger: Logger

    private static let mostSubjects = 2_000
    private static let mostOfSubject = 2_000

    private struct Subject: Hashable {
        let topic: NotificationTopic
        let place: Identifier
    }

    private struct Waiting {
        var events: [Subject: [NoticeEvent]] = [:]
        /// Whether it was said that not all is told, since people were told last.
        var hasWarned = false

        /// - Returns: the number of events of its subject, with it; `nil` if there is no room.
        mutating func add(_ event: NoticeEvent, _ subject: Subject) -> Int? {
            let count = events[subject]?.count ?? 0
            guard count < NoticeCollector.mostOfSubject, count > 0 || events.count < NoticeCollector.mostSubjects
            else { return nil }
            events[subject, default: []].append(event)
            return count + 1
        }
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

    func add(_ events: [NoticeEvent]) {
        var (begun, isTooMuch): ([Subject], Bool) = ([], false)
        waiting.withLock { waiting in
            for event in events {
                let subject = Subject(topic: event.topic, place: event.place)
                switch waiting.add(event, subject) {
                case 1?: begun.append(subject)
                case nil: (isTooMuch, waiting.hasWarned) = (isTooMuch || !waiting.hasWarned, true)
                default: break
                }
            }
        }
        if isTooMuch { logger.warning("too much happens at once to tell people of all of it") }
        for subject in begun { Task { await tell(subject, after: subject.topic.pause) } }
    }

    /// Tells at once what waits, before the server ends; until then at most.
    func finish(before end: ContinuousClock.Instant) async {
        for subject in waiting.withLock({ Array($0.events.keys) }) where ContinuousClock.now < end {
            await tell(subject, after: .zero)
        }
    }

    /// Forgets what waits, before the server ends.
    func forget() {
        waiting.withLock { $0.events = [:] }
    }

    private func tell(_ subject: Subject, after pause: Duration) async {
        do {
            try await Task.sleep(for: pause)
            guard let (notice, people) = try await writer.notice(of: take(subject)), !people.isEmpty else { return }
            try await deliver(notice, people)
        } catch {
            _ = take(subject)
            logger.warning("people could not be told", metadata: ["error": "\(error)"])
        }
    }

    private func take(_ subject: Subject) -> [NoticeEvent] {
        waiting.withLock { waiting in
            waiting.hasWarned = false
            return waiting.events.removeValue(forKey: subject) ?? []
        }
    }
}
