import Classroom
import Logging
import Synchronization

/// Collector of what happens at classes, and of what changes in courses, so that many events become one notice.
final class NoticeCollector: Sendable {
    private let writer: NoticeWriter
    private let deliver: @Sendable (Notice, [Identifier]) async throws -> Void
    private let waiting = Mutex(Waiting())
    private let logger: Logger
    private let quiet: Duration

    private static let mostSubjects = 2_000
    private static let mostOfSubject = 2_000
    /// Of how many subjects people are told at a time: thousands at once would fill the queue of the book's readers.
    private static let mostTold = 4

    private struct Subject: Hashable {
        let topic: NotificationTopic
        let place: Identifier
    }

    private struct Waiting {
        var events: [Subject: [NoticeEvent]] = [:]
        /// When it was last said that not all is told.
        var warnedAt: ContinuousClock.Instant?
        /// Subjects whose time has come, while people are told of `mostTold` others.
        var due: [Subject] = []
        /// Of how many subjects people are being told.
        var told = 0

        /// - Returns: the number of events of its subject, with it; `nil` if there is no room.
        mutating func add(_ event: NoticeEvent, _ subject: Subject) -> Int? {
            let count = events[subject]?.count ?? 0
            guard count < NoticeCollector.mostOfSubject, count > 0 || events.count < NoticeCollector.mostSubjects
            else { return nil }
            events[subject, default: []].append(event)
            return count + 1
        }
    }

    /// - Parameters:
    ///   - quiet: least time from one word in the log that not all is told to the next.
    ///   - deliver: sends a notice to people.
    init(
        _ writer: NoticeWriter, logger: Logger = Logger(label: "shala"), quiet: Duration = .seconds(60),
        deliver: @escaping @Sendable (Notice, [Identifier]) async throws -> Void
    ) {
        self.writer = writer
        (self.logger, self.quiet) = (logger, quiet)
        self.deliver = deliver
    }

    func add(_ events: [NoticeEvent]) {
        var (begun, isTooMuch): ([Subject], Bool) = ([], false)
        waiting.withLock { waiting in
            for event in events {
                let subject = Subject(topic: event.topic, place: event.place)
                switch waiting.add(event, subject) {
                case 1?: begun.append(subject)
                case nil: isTooMuch = true
                default: break
                }
            }
            if let last = waiting.warnedAt, .now - last < quiet { isTooMuch = false }
            if isTooMuch { waiting.warnedAt = .now }
        }
        if isTooMuch { logger.warning("too much happens at once to tell people of all of it") }
        for subject in begun {
            Task {
                try? await Task.sleep(for: subject.topic.pause)
                await tellInTurn(subject)
            }
        }
    }

    /// Tells at once what waits, and to the end what is being told, before the server ends; until then at most.
    func finish(before end: ContinuousClock.Instant) async {
        for subject in waiting.withLock({ Array($0.events.keys) }) where ContinuousClock.now < end {
            await tell(subject)
        }
        while ContinuousClock.now < end, waiting.withLock({ $0.told > 0 }) {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Forgets what waits, before the server ends.
    func forget() {
        waiting.withLock { $0.events = [:] }
    }

    /// Tells of a subject whose time has come, and of those whose time comes meanwhile; or leaves it to those who do so now.
    private func tellInTurn(_ subject: Subject) async {
        let isFree = waiting.withLock { waiting in
            guard waiting.told < Self.mostTold else {
                waiting.due.append(subject)
                return false
            }
            waiting.told += 1
            return true
        }
        var next = isFree ? subject : nil
        while let subject = next {
            await tell(subject)
            next = waiting.withLock { waiting in
                guard waiting.due.isEmpty else { return waiting.due.removeFirst() }
                waiting.told -= 1
                return nil
            }
        }
    }

    private func tell(_ subject: Subject) async {
        do {
            guard let (notice, people) = try await writer.notice(of: take(subject)), !people.isEmpty else { return }
            try await deliver(notice, people)
        } catch {
            _ = take(subject)
            logger.warning("people could not be told", metadata: ["error": "\(error)"])
        }
    }

    private func take(_ subject: Subject) -> [NoticeEvent] {
        waiting.withLock { $0.events.removeValue(forKey: subject) ?? [] }
    }
}
