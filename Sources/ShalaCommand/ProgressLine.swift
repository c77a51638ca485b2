import Foundation
import Store

/// Progress output on standard error: at most every two seconds, and none for shorter tasks.
final class ProgressLine: Sendable {
    private let lastTold = LockedInstant(.now)

    func tell(_ progress: WorkProgress) {
        guard lastTold.advance(to: .now, ifAfter: .seconds(2)) else { return }
        FileHandle.standardError.write(Data((progress.words + "\n").utf8))
    }
}

private final class LockedInstant: @unchecked Sendable {
    private let lock = NSLock()
    private var instant: ContinuousClock.Instant

    init(_ instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    func advance(to now: ContinuousClock.Instant, ifAfter time: Duration) -> Bool {
        lock.withLock {
            guard instant.duration(to: now) >= time else { return false }
            instant = now
            return true
        }
    }
}
