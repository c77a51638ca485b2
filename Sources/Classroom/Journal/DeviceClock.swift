/// A device's clock, seen from the server's.
public struct DeviceClock: Sendable, Equatable {
    /// How long the network may take to bring a batch, in milliseconds. A smaller difference says nothing of the clock.
    public static let mostDelay: Int64 = 120_000

    /// The clock of a device that did not say what time it had.
    public static let unknown = DeviceClock(skew: 0)

    /// Milliseconds by which the clock is slow: to be added to its times.
    public let skew: Int64

    public init(skew: Int64) {
        self.skew = skew
    }

    /// - Parameters:
    ///   - sent: when a batch went off, by the device, in the years 0 to 9999.
    ///   - received: when the batch came, by the server.
    public init(sent: Instant, received: Instant) {
        let difference = received.milliseconds - sent.milliseconds
        self.init(skew: difference.magnitude > UInt64(Self.mostDelay) ? difference : 0)
    }

    /// The trusted time of what the device dated so: nothing happens after its receipt.
    public func time(of at: Instant, received: Instant) -> Instant {
        min(corrected(at), received)
    }

    func corrected(_ at: Instant) -> Instant { at.adding(milliseconds: skew) }
}
