import Classroom
import Store

/// Counts wrong sign-in codes, per address and overall, and refuses more once there were too many.
///
/// With 60 random bits and 300 guesses in ten minutes, hitting any of a thousand codes takes some 2 × 10⁷ years.
actor Guesses {
    static let mostPerAddress = 20
    static let mostOverall = 300
    /// Milliseconds over which they are counted.
    static let window: Int64 = 600_000

    private var wrong: [(address: String, at: Instant)] = []

    /// Throws if no more guesses are taken from this address now.
    func check(_ address: String, now: Instant) throws {
        wrong.removeAll { now.since($0.at) > Self.window }
        let own = wrong.filter { $0.address == address }
        let oldest = own.count >= Self.mostPerAddress ? own.first : wrong.count >= Self.mostOverall ? wrong.first : nil
        guard let oldest else { return }
        let seconds = Int((Self.window - now.since(oldest.at)) / 1000) + 1
        throw Problem.tooMany("Too many wrong codes. Please wait \((seconds + 59) / 60) minutes.", seconds: seconds)
    }

    func note(_ address: String, now: Instant) {
        if wrong.count < Self.mostOverall { wrong.append((address, now)) }
    }
}
