import Classroom
import Logging
import Support
import Synchronization
import Testing

@testable import Store
@testable import Web

@Suite struct NoticeCollectorTests {
    /// A flood must not flood the log as well.
    @Test(.timeLimit(.minutes(1))) func tooMuchIsSaidNowAndThen() async throws {
        let book = try await TestBook()
        let writer = NoticeWriter(store: book.store, school: try await SchoolMemory(book.store, chosen: .gmt))
        let flood = try Self.starts(2_100, book)
        for (quiet, said) in [(Duration.seconds(60), 1), (.zero, 3)] {
            let lines = Lines()
            let collector = NoticeCollector(writer, logger: Logger(label: "test") { _ in lines }, quiet: quiet) {
                _, _ in
            }
            for _ in 0..<3 { collector.add(flood) }
            #expect(lines.count == said)
        }
    }

    /// Thousands of classes may change in the same minute: all are told of, a few at a time.
    @Test(.timeLimit(.minutes(1))) func peopleAreToldOfAFewClassesAtATime() async throws {
        let book = try await TestBook()
        let venue = try await book.addVenue("Hall")
        let student = try await book.addStudents(1)[0]
        let course = try await book.addCourse(at: venue)
        try await book.expectAccepted([book.enrolment(.enrolmentAccepted, student, course)])
        // Each is told of by itself, since no course is said with it.
        var events: [NoticeEvent] = []
        for day in 1...12 {
            let start = Instant.now.adding(milliseconds: Int64(day) * 86_400_000)
            let session = try await book.schedule(course, at: start)
            let cancelled = book.entry(.classDeleted, ["class": .text(session.text)])
            events += try await book.post([cancelled]).compactMap { NoticeEvent(cancelled, by: book.instructor, $0) }
        }
        let told = Mutex((now: 0, most: 0, all: Set<String>()))
        let hold = Mutex(true)
        let writer = NoticeWriter(store: book.store, school: try await SchoolMemory(book.store, chosen: .gmt))
        let collector = NoticeCollector(writer) { notice, people in
            #expect(people == [student])
            let number = told.withLock { told in
                told.now += 1
                told.most = max(told.most, told.now)
                return told.now + told.all.count
            }
            // The first few are slow.
            while number <= 4, hold.withLock(\.self) { await Task.yield() }
            told.withLock { told in
                told.now -= 1
                told.all.insert(notice.tag)
            }
        }
        collector.add(events)
        while told.withLock({ $0.now }) < 4 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(told.withLock { $0.most } == 4)
        // At the end what waits is told at once, and what is being told is waited for.
        async let end: Void = collector.finish(before: .now + .seconds(30))
        while told.withLock({ $0.all.count }) < events.count - 4 { try await Task.sleep(for: .milliseconds(20)) }
        hold.withLock { $0 = false }
        await end
        #expect(told.withLock { $0.all.count } == 12)
        #expect(told.withLock { $0.now } == 0)
    }

    private static func starts(_ count: Int, _ book: TestBook) throws -> [NoticeEvent] {
        let start = book.entry(.classStarted, ["class": .text(Identifier.make(at: .now).text)])
        let id = try #require(start.identifier)
        return (1...Int64(count)).compactMap { NoticeEvent(start, by: book.instructor, .accepted(id, $0)) }
    }

    /// Handler that counts what is logged.
    private final class Lines: LogHandler {
        private let number = Mutex(0)

        var count: Int { number.withLock { $0 } }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }

        subscript(metadataKey _: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) { number.withLock { $0 += 1 } }
    }
}
