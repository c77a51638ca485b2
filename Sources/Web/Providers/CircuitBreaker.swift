/// Leaves alone for a while what fails again and again: after five failures in a row for half a minute, and each time it
/// fails once more for twice as long, up to ten minutes (Nygard, "Release It!", CircuitBreaker Breaker).
struct CircuitBreaker {
    private(set) var failures = 0
    private var closedAt: ContinuousClock.Instant?
    private var isOnTrial = false

    static let most = 5
    static let shortest = Duration.seconds(30)
    static let longest = Duration.seconds(600)

    /// How long nobody is to ask; `nil` if one may.
    func rest(_ now: ContinuousClock.Instant) -> Duration? {
        closedAt.flatMap { $0 > now ? now.duration(to: $0) : nil }
    }

    /// May be asked: who asks while it is on trial keeps the others waiting until it is known how that went.
    mutating func begin(_ now: ContinuousClock.Instant) {
        guard failures >= Self.most else { return }
        isOnTrial = true
        closedAt = now.advanced(by: Self.shortest)
    }

    mutating func succeed() {
        self = CircuitBreaker()
    }

    /// What was begun came to nothing that says how it is out there, as when it was given up.
    mutating func giveUp(_ now: ContinuousClock.Instant) {
        if isOnTrial { closedAt = now }
        isOnTrial = false
    }

    /// What was under way already when the last straw came adds nothing.
    mutating func fail(_ now: ContinuousClock.Instant) {
        guard isOnTrial || rest(now) == nil else { return }
        isOnTrial = false
        failures += 1
        guard failures >= Self.most else { return }
        let time = Self.shortest * (1 << min(failures - Self.most, 5))
        closedAt = now.advanced(by: min(time, Self.longest))
    }
}
