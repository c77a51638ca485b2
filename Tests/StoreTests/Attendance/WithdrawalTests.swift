import Classroom
import Foundation
import Support
import Testing

@testable import Store

/// The instructor's word on a student, taken back.
@Suite struct WithdrawalTests {
    private enum Word: String { case marked, cleared, withdrawn, inside, borderline }

    /// What becomes of the words, each made in the minute of its place, and how the student then stands.
    private func say(
        _ words: [Word], order: [Int]? = nil, _ number: Int, _ one: TestCourse
    ) async throws -> (outcomes: [String], state: String) {
        var outcomes: [String] = []
        for place in order ?? Array(words.indices) {
            let at = one.at(Double(place) + 1)
            let student = one.students[number]
            let kind: Kind? =
                switch words[place] {
                case .marked: .attendanceMarked
                case .cleared: .attendanceCleared
                case .withdrawn: .attendanceWithdrawn
                case .inside, .borderline: nil
                }
            if let kind {
                let result = try await one.book.post([one.book.mark(kind, one.session, student, at: at)])[0]
                outcomes.append(result.problems.first.map { "\($0.field) \($0.code)" } ?? result.outcome.rawValue)
            } else {
                let metres = words[place] == .inside ? 0.0 : 98
                let claim = one.book.claim(one.session, metres: metres, at: at)
                outcomes.append(try await one.outcome(claim, of: number, now: at))
            }
        }
        return (outcomes, try await one.state(of: number))
    }

    private static let expected: [([Word], String)] = [
        ([.borderline, .marked, .withdrawn], "unconfirmed borderline"),
        ([.borderline, .cleared, .withdrawn], "unconfirmed borderline"),
        ([.inside, .cleared, .withdrawn], "present"),
        ([.marked, .withdrawn], ""), ([.cleared, .withdrawn], ""),
        ([.marked, .cleared, .withdrawn], "present"), ([.cleared, .marked, .withdrawn], "absent"),
        ([.cleared, .inside, .marked, .withdrawn], "unconfirmed cleared"),
        ([.borderline, .marked, .withdrawn, .cleared], "absent"),
        ([.borderline, .marked, .withdrawn, .marked], "present"),
        ([.borderline, .marked, .withdrawn, .inside], "present"),
        ([.borderline, .cleared, .withdrawn, .inside], "present"),
        ([.marked, .withdrawn, .borderline], "unconfirmed borderline"),
        ([.marked, .cleared, .withdrawn, .withdrawn], ""),
    ]

    @Test(arguments: Engine.allCases)
    func whatWasKnownBeforeStandsAgain(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), students: Self.expected.count)
        for (number, (words, state)) in Self.expected.enumerated() {
            let said = try await say(words, number, one)
            #expect(said.outcomes.allSatisfy { $0 == "accepted" }, "\(words)")
            #expect(said.state == state, "\(words)")
        }
        #expect(try await one.book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func theOrderOfArrivalDoesNotCount(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine), students: Self.expected.count * 3)
        for (number, (words, state)) in Self.expected.enumerated() {
            var chance = Chance(seed: UInt64(number))
            for round in 0..<3 {
                let order = Array(words.indices).shuffled(using: &chance)
                let said = try await say(words, order: order, number * 3 + round, one)
                // Before there is a word to take back, none can be.
                guard said.outcomes.allSatisfy({ $0 == "accepted" }) else { continue }
                #expect(said.state == state, "\(words) in the order \(order)")
            }
        }
        for kind in [Kind.classSaved, .classRestored] {
            try await one.book.expectAccepted([one.book.step(kind, one.session)])
            #expect(try await one.book.findings() == [])
        }
    }

    /// Who takes their word back does not take back what another device said meanwhile.
    @Test(arguments: Engine.allCases)
    func eachDeviceTakesItsOwnWordBack(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        let (book, laptop) = (one.book, Identifier.make(at: .now))
        func say(_ kind: Kind, own: Bool? = nil, on device: Identifier) async throws {
            var fields: [String: FieldValue] = [
                "class": .text(one.session.text), "person": .text(one.students[0].text),
            ]
            if let own { fields["own"] = .flag(own) }
            let entry = book.entry(kind, fields)
            let results = try await book.store.append([entry], device: device, by: book.maker)
            #expect(results.flatMap(\.problems).map { "\($0.field) \($0.code)" } == [])
        }
        try await say(.attendanceMarked, on: book.device)
        try await say(.attendanceCleared, on: laptop)
        try await say(.attendanceMarked, on: book.device)
        try await say(.attendanceWithdrawn, own: true, on: laptop)
        #expect(try await one.state(of: 0) == "present")
        // Unless it says so, it takes back the latest word, whoever said it.
        try await say(.attendanceWithdrawn, on: laptop)
        #expect(try await one.state(of: 0) == "present")
        try await say(.attendanceWithdrawn, own: false, on: laptop)
        #expect(try await one.state(of: 0) == "")
        #expect(try await book.findings() == [])
    }

    @Test(arguments: Engine.allCases)
    func thereMustBeAWordToTakeBack(engine: Engine) async throws {
        let one = try await TestCourse(TestBook(engine))
        #expect(try await say([.borderline, .withdrawn], 0, one).outcomes.last == "person unmarked")
        #expect(try await say([.marked], 1, one).state == "present")
        let back = one.book.mark(.attendanceWithdrawn, one.session, one.students[1])
        #expect(try await one.outcome(back, of: 1) == "kind forbidden")
        #expect(try await one.state(of: 1) == "present")
        let elsewhere = one.book.mark(.attendanceWithdrawn, .make(at: .now), one.students[1])
        #expect(try await one.book.problems(elsewhere, by: one.book.maker) == ["class notFound"])
        #expect(try await one.book.findings() == [])
    }
}
