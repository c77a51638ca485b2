/// Circuit breaker (Nygard, "Release It!"): opens for half a minute after five failures in a row, and twice as long
/// after each further failure, up to ten minutes.
struct CircuitBreaker {
    private(set) var failures = 0
    private var closedAt: ContinuousClock.Instant?
    private var isOnTrial = false

    static let most = 5
    static let shortest = Duration.seconds(30)
    static let longest = Duration.seconds(600)

    /// Remaining time for which the breaker is open; `nil` if requests may be made.
    func rest(_ now: ContinuousClock.Instant) -> Duration? {
        closedAt.flatMap { $0 > now ? now.duration(to: $0) : nil }
    }

    /// Starts a request. While a trial request is under way, others must wait for its outcome.
    mutating func begin(_ now: ContinuousClock.Instant) {
        guard failures >= Self.most else { return }
        isOnTrial = true
        closedAt = now.advanced(by: Self.shortest)
    }

    mutating func succeed() {
        self = CircuitBreaker()
    }

    /// Ends a request without an outcome, such as a cancelled request.
    mutating func giveUp(_ now: ContinuousClock.Instant) {
        if isOnTrial { closedAt = now }
        isOnTrial = false
    }

    /// Records a failure. Failures of requests started before the breaker opened do not count.
    mutating func fail(_ now: ContinuousClock.Instant) {
        guard isOnTrial || rest(now) == nil else { return }
        isOnTrial = false
        failures += 1
        guard failures >= Self.most else { return }
        let time = Self.shortest * (1 << min(failures - Self.most, 5))
        closedAt = now.advanced(by: min(time, Self.longest))
    }
}
