import Classroom
import Foundation
import Testing

@testable import Store

@Suite struct LanesTests {
    private final class Meter: @unchecked Sendable {
        private let lock = NSLock()
        private var inside = 0
        private(set) var most = 0

        func pass() {
            lock.withLock {
                inside += 1
                most = max(most, inside)
            }
            sched_yield()
            lock.withLock { inside -= 1 }
        }
    }

    @Test func allIsDoneAndNeverMoreAtATime() async throws {
        let (lanes, meter) = (Lanes("test", most: 3), Meter())
        for _ in 0..<3 {
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        try await lanes.run {
                            meter.pass()
                            return number
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(sum == 499_500)
        }
        #expect((1...3).contains(meter.most))
    }

    @Test func whatFailsFailsAloneAndTooMuchIsRefused() async throws {
        let lanes = Lanes("test", most: 1)
        let gate = DispatchSemaphore(value: 0)
        let outcomes = await withTaskGroup(of: String.self) { group in
            for number in 0..<5000 {
                group.addTask {
                    do {
                        try await lanes.run {
                            gate.wait()
                            if number % 2 == 0 { throw Problem.notFound }
                        }
                        return "done"
                    } catch Problem.notFound { return "failed" } catch { return "refused" }
                }
            }
            // All have come once the last are refused.
            var outcomes: [String: Int] = [:]
            while outcomes["refused", default: 0] < 5000 - 4096 - 1, let next = await group.next() {
                outcomes[next, default: 0] += 1
            }
            for _ in 0..<5000 { gate.signal() }
            return await group.reduce(into: outcomes) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes["refused"] == 5000 - 4096 - 1)
        #expect(outcomes["done", default: 0] + outcomes["failed", default: 0] == 4097)
        #expect(try await lanes.run { 7 } == 7)
    }
}
