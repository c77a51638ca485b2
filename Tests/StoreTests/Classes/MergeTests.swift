import Classroom
import Foundation
import Store
import Support
import Testing

/// Two devices that worked on the same class, neither knowing of the other.
@Suite struct MergeTests {
    /// What one device has done, in the order in which it did it.
    private struct Doing: Sendable {
        let device = Identifier.make(at: .now)
        var entries: [PostedEntry] = []
    }

    private static let start = Instant.now.adding(milliseconds: -7_200_000)

    private func at(_ minute: Int) -> Instant { Self.start.adding(milliseconds: Int64(minute) * 60_000) }

    /// What has become of the class once the devices are back, one after the other.
    private func merge(
        _ engine: Engine, _ session: Identifier, _ venue: Identifier, _ students: [Identifier], _ doings: [Doing],
        outcomes: ((EntryResult) -> Void)? = nil
    ) async throws -> String {
        let book = try await TestBook(engine)
        try await book.expectAccepted(
            [book.entry(.venueSaved, ["venue": .text(venue.text), "name": .text("Hall")])]
                + students.enumerated().map { book.added($1, "Student", "\($0)", id: String(10_000_001 + $0)) }
                + [
                    book.entry(
                        .classStarted, ["class": .text(session.text), "venue": .text(venue.text)], at: Self.start)
                ])
        for doing in doings {
            let results = try await book.store.append(doing.entries, device: doing.device, by: book.maker)
            for result in results { outcomes?(result) }
        }
        // Whoever takes the class along afterwards computes the same of it.
        let copy = try await book.store.offlineCopy(for: book.instructor)
        let taken = try #require(copy.classes.first { $0.row.id == session })
        let present = taken.marks.filter(\.mark.isPresent).map(\.person.text).sorted()
        #expect(try await book.store.present(at: session) == Set(taken.marks.filter(\.mark.isPresent).map(\.person)))
        let row = try await book.store.session(session, taughtBy: book.instructor)
        #expect(row.phase == taken.row.phase && row.worked == taken.row.worked && row.endedAt == taken.row.endedAt)
        return "\(row.phase) \(row.worked) \(row.paused) \(present)"
    }

    @Test(arguments: Engine.allCases)
    func marksUniteAndTimesFollowTheEntries(engine: Engine) async throws {
        let book = try await TestBook(.sqlite)
        let (session, venue) = (Identifier.make(at: .now), Identifier.make(at: .now))
        let students = (0..<3).map { _ in Identifier.make(at: .now) }
        var (phone, laptop) = (Doing(), Doing())
        phone.entries = [
            book.mark(.attendanceMarked, session, students[0], at: at(1)),
            book.mark(.attendanceMarked, session, students[2], at: at(2)),
            book.step(.classPaused, session, at: at(10)), book.step(.classResumed, session, at: at(20)),
            book.step(.classSaved, session, at: at(60)),
        ]
        laptop.entries = [
            book.mark(.attendanceMarked, session, students[1], at: at(3)),
            book.mark(.attendanceCleared, session, students[2], at: at(4)),
            book.step(.classPaused, session, at: at(12)), book.step(.classResumed, session, at: at(15)),
            book.step(.classSaved, session, at: at(50)),
        ]
        let saved = "saved \(45 * 60_000) \(5 * 60_000) \([students[0].text, students[1].text].sorted())"
        #expect(try await merge(engine, session, venue, students, [phone, laptop]) == saved)
        #expect(try await merge(engine, session, venue, students, [laptop, phone]) == saved)
    }

    @Test func whatAnotherDeviceHasDoneAlreadyIsKeptAndChangesNothing() async throws {
        let book = try await TestBook(.sqlite)
        let (session, venue) = (Identifier.make(at: .now), Identifier.make(at: .now))
        var (phone, laptop) = (Doing(), Doing())
        phone.entries = [book.step(.classPaused, session, at: at(10))]
        laptop.entries = [book.step(.classPaused, session, at: at(12)), book.step(.classPaused, session, at: at(13))]
        nonisolated(unsafe) var outcomes: [EntryResult.Outcome] = []
        let merged = try await merge(.sqlite, session, venue, [], [phone, laptop]) { outcomes.append($0.outcome) }
        // What a device has done itself, it knows.
        #expect(outcomes == [.accepted, .accepted, .rejected])
        #expect(merged == "paused 600000 0 []")
    }

    /// Each device does what makes sense to it; in whichever order they come back, the class is the same.
    @Test(arguments: 0..<40)
    func orderOfReturnDoesNotMatter(seed: Int) async throws {
        let book = try await TestBook(.sqlite)
        let (session, venue) = (Identifier.make(at: .now), Identifier.make(at: .now))
        let students = (0..<4).map { _ in Identifier.make(at: .now) }
        var random = SplitMix(state: UInt64(seed))
        var doings = [Doing(), Doing()]
        for index in doings.indices {
            var cycle = ClassLifeCycle(startedAt: Self.start)
            var minute = index
            while minute < 90 {
                minute += 2 * Int.random(in: 1...8, using: &random)
                if Bool.random(using: &random) {
                    let kind = Bool.random(using: &random) ? Kind.attendanceMarked : .attendanceCleared
                    let student = students[Int.random(in: 0..<4, using: &random)]
                    doings[index].entries.append(book.mark(kind, session, student, at: at(minute)))
                    continue
                }
                let steps: [(ClassLifeCycle.Step, Kind)] = [
                    (.paused, .classPaused), (.resumed, .classResumed), (.saved, .classSaved),
                ]
                let (step, kind) = steps[Int.random(in: 0..<3, using: &random)]
                guard cycle.problem(step, at: at(minute)) == nil else { continue }
                cycle.apply(step, at: at(minute))
                doings[index].entries.append(book.step(kind, session, at: at(minute)))
            }
        }
        let one = try await merge(.sqlite, session, venue, students, doings)
        let other = try await merge(.sqlite, session, venue, students, doings.reversed())
        #expect(one == other)
    }

    @Test(arguments: Engine.allCases)
    func classBegunWithoutKnowingOfALaterOneIsKept(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let venue = try await book.addVenue()
        let later = try await book.startClass(at: at(30), venue: venue)
        let earlier = Identifier.make(at: .now)
        let start = book.entry(.classStarted, ["class": .text(earlier.text), "venue": .text(venue.text)], at: at(0))
        try await book.expectAccepted([start])
        #expect(try await book.store.classInSession(of: book.instructor)?.id == later)
        for one in [earlier, later] {
            #expect(try await book.store.classInSession(of: book.instructor, preferring: one)?.id == one)
        }
        try await book.expectAccepted([book.step(.classSaved, earlier, at: at(25))])
        #expect(try await book.store.session(earlier, taughtBy: book.instructor).worked == 25 * 60_000)
    }

    @Test(arguments: Engine.allCases)
    func copyComesInParts(engine: Engine) async throws {
        let book = try await TestBook(engine)
        let students = try await book.addStudents(5)
        let first = try await book.store.offlineCopy(for: book.instructor, most: 4)
        #expect(first.people.count == 4)
        let after = try #require(first.next).text
        let second = try await book.store.offlineCopy(for: book.instructor, after: after, most: 4)
        #expect(second.next == nil && second.venues.isEmpty && second.classes.isEmpty)
        let people = (first.people + second.people).map(\.person.id)
        #expect(Set(people) == Set(students + [book.instructor]) && people.count == 6)
        await #expect(throws: Problem.self) {
            _ = try await book.store.offlineCopy(for: book.instructor, after: "nonsense")
        }
    }
}

/// The same numbers for the same seed (Steele, Lea and Flood 2014).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
