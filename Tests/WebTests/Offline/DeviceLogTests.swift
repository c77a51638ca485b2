import Classroom
import Foundation
import HTTPTypes
import Store
import Support
import Testing

@testable import Pages
@testable import Web

/// A training log on the device says what the server says of it.
@Suite struct DeviceLogTests {
    fileprivate static let zone = "America/St_Johns"
    private static let queries = [
        "", "by=month", "by=week&until=2026-03-09", "by=month&until=2026-02-28", "until=soon",
    ]

    /// Whatever has been written, deleted and put back since the copy was taken along.
    @Test(arguments: 1...6)
    func pagesAreTheServers(seed: Int) async throws {
        try await TestSite.run { test in
            var log = try await LogHistory(test, seed: UInt64(seed))
            for _ in 0..<3 {
                try await log.attend()
                let taken = try await log.take()
                for number in 0..<5 {
                    try await log.goOn(by: 4)
                    var device = taken
                    for entry in log.untaken { device.apply(entry) }
                    for query in Self.queries {
                        let server = JSONText.sorted(try await log.page(query))
                        #expect(server == JSONText.sorted(try log.page(query, on: device)), "\(query), \(number)")
                    }
                }
            }
            #expect(log.written.count > 20)
        }
    }

    /// What is older than what was taken along counts in the totals, and no chart is made of a part.
    @Test func aLongLogIsTakenAlongInPart() async throws {
        try await TestSite.run { test in
            var log = try await LogHistory(test, seed: 7)
            try await log.write(620)
            var device = try await log.take()
            let new = log.logged(at: .now)
            device.apply(new)
            _ = try await log.append([new])
            let (server, page) = (try await log.page(""), try log.page("", on: device))
            for name in ["totals", "totalMinutes", "chart"] {
                #expect(JSONText.sorted(server[name] ?? "") == JSONText.sorted(page[name] ?? ""))
            }
            #expect((page["trainings"] as? [Any])?.count == 100)
            #expect((page["onlyText"] as? String)?.hasPrefix("The newest 100 entries are shown.") == true)
            #expect(try log.page("by=month&until=2020-01-01", on: device).isEmpty)
        }
    }

    /// The device makes nothing else for a student, and shows the page that was fetched if it knows nothing better.
    @Test func nothingElseIsMadeForStudents() async throws {
        try await TestSite.run { test in
            var log = try await LogHistory(test, seed: 8)
            var device = try await log.take()
            for path in ["/class", "/sessions", "/students", "/people/\(log.student)"] {
                #expect(device.respond(to: DeviceRequest(path)) == nil)
            }
            func page(isLatest: Bool) -> (any DevicePage)? {
                device.respond(
                    to: DeviceRequest(path: "/training", query: .null, now: .now, isLost: true, isLatest: isLatest))
            }
            #expect(page(isLatest: true) != nil && page(isLatest: false) == nil)
            device.apply(log.logged(at: .now))
            #expect(page(isLatest: false) != nil)
        }
    }
}

/// A student's log, written at random, and classes that they attended.
private struct LogHistory {
    let test: TestSite
    let student: Identifier
    let venue: Identifier
    let course: Identifier
    var random: SplitMix
    var written: [Identifier] = []
    /// What the copy does not have.
    var untaken: [PostedEntry] = []

    init(_ test: TestSite, seed: UInt64) async throws {
        (self.test, random) = (test, SplitMix(state: seed))
        student = try await test.book.addStudents(1)[0]
        venue = try await test.book.addVenue("Hall")
        course = try await test.book.addCourse("Yoga & Söhne", at: venue, ["category": .text("mobility")])
        try await test.book.enrol([student], in: course)
    }

    /// They attend a class of a course that has a category.
    mutating func attend() async throws {
        let start = Instant.now.adding(milliseconds: -Int64.random(in: 1...90, using: &random) * 86_400_000)
        let session = Identifier.make(at: start)
        let times: [String: FieldValue] = [
            "course": .text(course.text), "venue": .text(venue.text), "start": .text(start.text),
            "end": .text(start.adding(milliseconds: 3_000_000).text),
        ]
        try await test.book.expectAccepted([
            test.book.entry(.classRecorded, times.merging(["class": .text(session.text)]) { $1 }),
            test.book.mark(.attendanceMarked, session, student),
        ])
    }

    func logged(
        _ training: Identifier = .make(at: .now), at start: Instant, minutes: Int = 30, _ category: String = "endurance"
    ) -> PostedEntry {
        test.book.entry(
            .trainingLogged,
            [
                "training": .text(training.text), "description": .text("Ran <5 km>"), "category": .text(category),
                "minutes": .number(Double(minutes)), "start": .text(start.text),
            ])
    }

    mutating func goOn(by count: Int) async throws {
        for _ in 0..<count {
            let isNew = written.count < 3 || Int.random(in: 0..<3, using: &random) > 0
            let kind: Kind = Bool.random(using: &random) ? .trainingDeleted : .trainingRestored
            let entry =
                isNew
                ? someTraining()
                : test.book.entry(
                    kind, ["training": .text(written[Int.random(in: 0..<written.count, using: &random)].text)])
            untaken += try await append([entry])
        }
    }

    private mutating func someTraining() -> PostedEntry {
        let ago = Int64.random(in: 0...400 * 24 * 60, using: &random) * 60_000
        let category = TrainingCategory.allCases[Int.random(in: 0..<3, using: &random)].rawValue
        let minutes = Int.random(in: 1...1440, using: &random)
        written.append(.make(at: .now))
        return logged(
            written[written.count - 1], at: Instant.now.adding(milliseconds: -ago), minutes: minutes, category)
    }

    /// So many entries, a day after another, newest now.
    mutating func write(_ count: Int) async throws {
        let entries = (0..<count).map { day in
            logged(at: Instant.now.adding(milliseconds: -Int64(day) * 86_400_000), minutes: 1 + day % 90)
        }
        #expect(try await append(entries).count == count)
    }

    /// Returns those that the server accepted.
    func append(_ entries: [PostedEntry]) async throws -> [PostedEntry] {
        let results = try await test.book.store.append(
            entries, device: test.book.device, by: Maker(person: student, role: .student))
        return zip(entries, results).filter { $0.1.outcome == .accepted }.map(\.0)
    }

    mutating func take() async throws -> DeviceBook {
        untaken = []
        let person = try await test.book.store.person(student)
        let signedIn = SignedIn(
            person: person, token: try await test.book.store.makeToken(for: student), sequence: 0)
        let page = StudentOfflinePage(
            try await test.book.store.offlineCopy(ofStudent: person), try await test.site.furtherCourses(for: person),
            try await test.book.store.offlineLog(of: student), signedIn, timeZone: test.site.calendar.timeZone,
            pause: 3_000)
        return try #require(DeviceBook(CopyValue(page.model), host: .here))
    }

    /// The server's page as JSON; empty if it refuses what is asked for.
    func page(_ query: String) async throws -> [String: Any] {
        let token = try await test.book.store.makeToken(for: student).text
        let response = try await test.get("/training?timeZone=\(DeviceLogTests.zone)&\(query)", as: token)
        return response.status == .ok ? try response.object() : [:]
    }

    /// The device's; empty if it makes none.
    func page(_ query: String, on device: DeviceBook) throws -> [String: Any] {
        let parts = URLComponents(string: "?" + query)?.queryItems ?? []
        let request = DeviceRequest(
            path: "/training", query: .object(parts.map { ($0.name, .text($0.value ?? "")) }), now: .now,
            zone: DeviceLogTests.zone, isLost: true, isLatest: true)
        guard let page = device.respond(to: request) else { return [:] }
        return try #require(try JSONSerialization.jsonObject(with: Data(page.model.json)) as? [String: Any])
    }
}
