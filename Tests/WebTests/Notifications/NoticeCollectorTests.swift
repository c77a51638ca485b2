import Classroom
import Logging
import Support
import Synchronization
import Testing

@testable import Store
@testable import Web

@Suite struct NoticeCollectorTests {
    /// A flood must not flood the log as well.
    @Test(.timeLimit(.minutes(1))) func tooMuchIsSaidOnceUntilPeopleAreToldAgain() async throws {
        let book = try await TestBook()
        let lines = Lines()
        let writer = NoticeWriter(store: book.store, school: try await SchoolMemory(book.store, chosen: .gmt))
        let collector = NoticeCollector(writer, logger: Logger(label: "test") { _ in lines }) { _, _ in }
        let flood = try Self.starts(2_100, book)
        collector.add(flood)
        #expect(lines.count == 1)
        while lines.count < 2 {
            collector.add(flood)
            await Task.yield()
        }
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
