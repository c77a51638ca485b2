import Classroom
import Dispatch
import Foundation

/// Threads for work that blocks, at most so many at a time. What waits is taken by the next thread that is done.
final class Lanes: @unchecked Sendable {
    private let threads: DispatchQueue
    private let most: Int
    private let lock = NSLock()
    private var running = 0
    /// Work that waits, oldest first, from `first` on.
    private var waiting: [@Sendable () -> Void] = []
    private var first = 0

    private static let mostWaiting = 4096

    init(_ label: String, most: Int) {
        threads = DispatchQueue(label: label, attributes: .concurrent)
        self.most = most
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = take { continuation.resume(with: Result(catching: body)) }
            guard !isTaken else { return }
            continuation.resume(throwing: Problem.unavailable("The server is busy. Please try again in a moment."))
        }
    }

    /// Starts the work or has it wait; returns false if too much waits.
    private func take(_ work: @escaping @Sendable () -> Void) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        if running < most {
            running += 1
            threads.async { [self] in go(work) }
            return true
        }
        guard waiting.count - first < Self.mostWaiting else { return false }
        waiting.append(work)
        return true
    }

    private func go(_ work: @escaping @Sendable () -> Void) {
        work()
        while let next = next() { next() }
    }

    /// Work that has waited longest; without any, the thread is given back.
    private func next() -> (@Sendable () -> Void)? {
        lock.lock()
        defer { lock.unlock() }
        guard first < waiting.count else {
            (waiting, first) = ([], 0)
            running -= 1
            return nil
        }
        let work = waiting[first]
        first += 1
        if first == Self.mostWaiting { (waiting, first) = (Array(waiting[first...]), 0) }
        return work
    }
}
