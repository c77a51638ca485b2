/// Class that may have been forgotten while it is in session.
public struct ForgottenClass: Sendable {
    /// How long after its start a class without a planned end counts as forgotten, in milliseconds.
    public static let mostLength: Int64 = 12 * 3_600_000
    /// How long after its planned end a class does, in milliseconds.
    public static let mostDelay: Int64 = 3 * 3_600_000

    private let startedAt: Instant
    /// Planned end, or as much later as the class has begun later; `nil` without a plan.
    private let plannedEnd: Instant?

    /// - Parameters:
    ///   - startedAt: when the class began.
    ///   - plannedAt: planned start; `nil` without a plan.
    ///   - minutes: planned length.
    public init(startedAt: Instant, plannedAt: Instant?, minutes: Int?) {
        self.startedAt = startedAt
        plannedEnd = plannedAt.map {
            max($0, startedAt).adding(milliseconds: Int64(minutes ?? ClassScheduled.usualLength) * 60_000)
        }
    }

    /// What is done later is done by somebody who looks back.
    public var latestSign: Instant { startedAt.adding(milliseconds: Self.mostLength) }

    /// Whether nobody seems to remember that the class goes on.
    public func isForgotten(at now: Instant) -> Bool {
        if let plannedEnd { return now.since(plannedEnd) >= Self.mostDelay }
        return now.since(startedAt) >= Self.mostLength
    }

    /// When it probably ended: when it was planned to, or when something was last done in it, or after the usual length.
    ///
    /// - Parameter lastSign: when it was last paused or resumed, or somebody was marked; `nil` if never.
    public func probableEnd(lastSign: Instant?) -> Instant {
        if let plannedEnd { return plannedEnd }
        if let lastSign, lastSign > startedAt { return lastSign }
        return startedAt.adding(milliseconds: Int64(ClassScheduled.usualLength) * 60_000)
    }
}
