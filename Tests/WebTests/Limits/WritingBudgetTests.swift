import Classroom
import Foundation
import HTTPTypes
import Store
import Support
import Testing

@testable import Web

@Suite struct WritingBudgetTests {
    private let student = Maker(person: .make(at: .now), role: .student)
    private let start = Instant.now

    private func limits(_ entries: Int, _ bytes: Int) -> Limits {
        var limits = Limits()
        limits.student = WritingLimit(entriesPerHour: entries, bytesPerDay: bytes)
        return limits
    }

    private func later(_ seconds: Int64) -> Instant { start.adding(milliseconds: seconds * 1000) }

    @Test func fillsWithinTheHour() async throws {
        let budget = WritingBudget(limits(600, 1_000_000))
        let batch = WritingBudget.Cost(entries: 200, bytes: 100)
        for _ in 0..<3 { try budget.take(batch, of: student, now: start) }
        // 200 of 600 an hour are there again after a third of it.
        let words = "You have made many changes in a short time. Shala accepts more in 20 minutes."
        #expect(throws: Problem.tooMany(words, seconds: 1200)) {
            try budget.take(batch, of: student, now: start)
        }
        #expect(throws: Problem.self) { try budget.take(batch, of: student, now: later(1198)) }
        try budget.take(batch, of: student, now: later(1201))
        // Somebody else's is their own, and the host has none.
        try budget.take(batch, of: Maker(person: .make(at: .now), role: .student), now: start)
        for _ in 0..<100 { try budget.take(batch, of: .host, now: start) }
    }

    @Test func bytesFillWithinTheDay() async throws {
        let budget = WritingBudget(limits(600, 1_000_000))
        let one = WritingBudget.Cost(entries: 1, bytes: 500_000)
        for _ in 0..<2 { try budget.take(one, of: student, now: start) }
        #expect(throws: Problem.self) { try budget.take(one, of: student, now: later(43_000)) }
        try budget.take(one, of: student, now: later(43_201))
    }

    @Test func nothingWaitsForEver() async throws {
        let budget = WritingBudget(limits(10, 1000))
        let batch = WritingBudget.Cost(entries: 200, bytes: 1_000_000)
        try budget.take(batch, of: student, now: start)
        #expect(throws: Problem.self) { try budget.take(batch, of: student, now: later(3600)) }
        try budget.take(batch, of: student, now: later(43_201))
    }

    @Test func whatWasNotWrittenIsGivenBack() async throws {
        let budget = WritingBudget(limits(600, 1_000_000))
        let batch = WritingBudget.Cost(entries: 200, bytes: 100)
        for _ in 0..<100 {
            try budget.take(batch, of: student, now: start)
            budget.giveBack(batch, to: student)
        }
        for _ in 0..<3 { try budget.take(batch, of: student, now: start) }
        #expect(throws: Problem.self) { try budget.take(batch, of: student, now: start) }
    }

    @Test func rememberedAreTheLatest() async throws {
        let budget = WritingBudget(limits(10, 1000), mostRemembered: 2)
        let all = WritingBudget.Cost(entries: 10, bytes: 1)
        try budget.take(all, of: student, now: start)
        for second in 1...2 {
            try budget.take(all, of: Maker(person: .make(at: .now), role: .student), now: later(Int64(second)))
        }
        try budget.take(all, of: student, now: later(3))
        #expect(throws: Problem.self) { try budget.take(all, of: student, now: later(4)) }
    }

    @Test func overItTheBatchIsRefusedAndARetryOfWhatIsThereIsNot() async throws {
        try await TestSite.run(limits: limits(3, 1_000_000)) { test in
            let person = try await test.book.addStudents(1)[0]
            let token = try await test.book.store.makeToken(for: person).text
            func log() -> [String: Any] {
                test.entry(
                    "training.logged",
                    [
                        "training": Identifier.make(at: .now).text, "description": "Run", "category": "endurance",
                        "minutes": 30, "start": Instant.now.text,
                    ])
            }
            let entries = [log(), log(), log()]
            func outcomes(_ entries: [[String: Any]]) async throws -> Set<String?> {
                Set(try await test.journal(entries, as: token).map { $0["outcome"] as? String })
            }
            #expect(try await outcomes(entries) == ["accepted"])
            let before = try await test.book.store.lastSequence()
            let body = try JSONSerialization.data(
                withJSONObject: ["device": test.book.device.text, "entries": [log(), log()]])
            let refused = try await test.post("/journal", String(decoding: body, as: UTF8.self), as: token)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.contentType] == "application/problem+json")
            let seconds = try #require(refused.headers[.retryAfter].flatMap { Int($0) })
            #expect((1...3600).contains(seconds))
            #expect(try await test.book.store.lastSequence() == before)
            // Its answer may have been lost.
            #expect(try await outcomes(entries) == ["duplicate"])
            // Others go on.
            #expect(try await test.book.store.lastSequence() == before)
            let venue = test.entry("venue.saved", ["venue": Identifier.make(at: .now).text, "name": "Mill"])
            #expect(try await test.journal([venue]).first?["outcome"] as? String == "accepted")
        }
    }

    @Test func aFileCountsByItsRows() async throws {
        try await TestSite.run(limits: limits(4, 1_000_000)) { test in
            let person = try await test.book.addStudents(1)[0]
            let token = try await test.book.store.makeToken(for: person).text
            func file(_ name: String) -> String {
                "Date,Minutes,Description\n" + (1...8).map { "2026-11-0\($0),30,\(name)\n" }.joined()
            }
            #expect(try await test.post("/training/import", file("One"), as: token, type: "text/csv").status == .ok)
            let rehearsal = try await test.post(
                "/training/import?dryRun=1", file("Two"), as: token, type: "text/csv")
            #expect(rehearsal.status == .ok)
            #expect(
                try await test.post("/training/import", file("Two"), as: token, type: "text/csv").status
                    == .tooManyRequests)
        }
    }
}
