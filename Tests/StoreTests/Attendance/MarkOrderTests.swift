import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// What the instructor says of a student, and what the student says, in whatever order it comes.
@Suite struct MarkOrderTests {
    private enum Word: String, CaseIterable { case marked, cleared, inside, borderline }

    /// How the student stands once these have come, each made in the minute of its place in `words`.
    private func state(
        _ one: TestCourse, _ number: Int, _ words: [Word], order: [Int]
    ) async throws -> (state: String, mark: Mark?) {
        let book = one.book
        let student = one.students[number]
        for place in order {
            let at = one.at(Double(place) + 1)
            switch words[place] {
            case .marked: try await book.expectAccepted([book.mark(.attendanceMarked, one.session, student, at: at)])
            case .cleared: try await book.expectAccepted([book.mark(.attendanceCleared, one.session, student, at: at)])
            case .inside, .borderline:
                let metres = words[place] == .inside ? 0.0 : 98
                let claim = book.claim(one.session, metres: metres, at: at)
                #expect(try await one.outcome(claim, of: number, now: at) == "accepted")
            }
        }
        return (try await one.state(of: number), try await one.mark(of: number))
    }

    private static let orders3 = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    /// Of the instructor's words the latest counts; a claim after a clearance waits; one after a mark changes nothing.
    @Test(arguments: Engine.allCases)
    func oneClaimAmongTheInstructorsWords(engine: Engine) async throws {
        let expected: [([Word], String)] = [
            ([.marked, .inside], "present"), ([.inside, .marked], "present"),
            ([.cleared, .inside], "unconfirmed cleared"),
            ([.inside, .cleared], "absent"), ([.borderline, .cleared], "absent"),
            ([.cleared, .borderline], "unconfirmed cleared"), ([.borderline, .marked], "present"),
            ([.marked, .borderline], "present"), ([.borderline, .inside], "present"),
            ([.marked, .cleared, .marked], "present"), ([.cleared, .marked, .cleared], "absent"),
            ([.cleared, .inside, .marked], "present"), ([.cleared, .marked, .inside], "present"),
            ([.marked, .inside, .cleared], "absent"), ([.inside, .cleared, .marked], "present"),
            ([.inside, .marked, .cleared], "absent"), ([.cleared, .borderline, .marked], "present"),
            ([.marked, .cleared, .inside], "unconfirmed cleared"),
            ([.marked, .cleared, .borderline], "unconfirmed cleared"),
        ]
        let one = try await TestCourse(TestBook(engine), students: expected.count * 6)
        var number = 0
        for (words, state) in expected {
            for order in words.count == 3 ? Self.orders3 : [[0, 1], [1, 0]] {
                let found = try await self.state(one, number, words, order: order).state
                #expect(found == state, "\(words) in the order \(order)")
                number += 1
            }
        }
        try await expectCounts(one)
    }

    /// Of the instructor's words alone the latest counts, whatever they are and however they come.
    @Test(arguments: Engine.allCases)
    func theLatestOfManyWordsCounts(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), students: 30)
        for number in one.students.indices {
            var chance = Chance(seed: UInt64(number))
            let count = Int.random(in: 2...6, using: &chance)
            let words = (0..<count).map { _ in Bool.random(using: &chance) ? Word.marked : .cleared }
            let order = Array(0..<count).shuffled(using: &chance)
            let found = try await state(one, number, words, order: order)
            #expect(found.state == (words.last == .marked ? "present" : "absent"), "\(words) in the order \(order)")
            #expect(found.mark?.at == one.at(Double(count)))
        }
        try await expectCounts(one)
    }

    /// With one claim among them too.
    @Test(arguments: Engine.allCases)
    func theOrderOfArrivalDoesNotCount(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), students: 90)
        for seed in 0..<30 {
            var chance = Chance(seed: UInt64(1000 + seed))
            let count = Int.random(in: 1...4, using: &chance)
            var words = (0..<count).map { _ in Bool.random(using: &chance) ? Word.marked : .cleared }
            words.insert(
                Bool.random(using: &chance) ? .inside : .borderline, at: Int.random(in: 0...count, using: &chance))
            var states: Set<String> = []
            var orders: [[Int]] = [Array(words.indices)]
            for _ in 0..<2 { orders.append(Array(words.indices).shuffled(using: &chance)) }
            for (place, order) in orders.enumerated() {
                states.insert(try await state(one, seed * 3 + place, words, order: order).state)
            }
            #expect(states.count == 1, "\(words) in the orders \(orders): \(states)")
        }
        try await expectCounts(one)
    }

    /// Attendees and sessions attended are as many as the marks, before and after the end, and when that is undone.
    private func expectCounts(_ one: TestCourse) async throws {
        let book = one.book
        for kind in [nil, Kind.classSaved, .classRestored, .classSaved] {
            if let kind { try await book.expectAccepted([book.step(kind, one.session)]) }
            try await book.store.database.read { connection in
                var findings = Findings()
                for check in CountCheck.all { try check.run(on: connection, &findings) }
                #expect(findings.lines == [])
            }
        }
        #expect(try await book.findings() == [])
    }
}

/// Chance that can be had again (SplitMix64).
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
