/// Location fix of a device.
public struct Fix: Sendable {
    public let position: Position
    /// Radius around the position within which the device locates itself, in metres.
    public let accuracy: Double
    /// Time between the fix and the claim, in milliseconds.
    public let age: Double

    public init(position: Position, accuracy: Double, age: Double) {
        self.position = position
        self.accuracy = accuracy
        self.age = age
    }

    /// Accuracy limit in metres; less accurate fixes prove nothing.
    public static let worstAccuracy = 100.0
    /// Age limit in milliseconds; older fixes prove nothing.
    public static let mostAge = 60_000.0
}

/// Circle around a venue that counts as being there.
public struct Geofence: Sendable, Equatable {
    public let centre: Position
    /// Radius in metres.
    public let radius: Double

    public init(centre: Position, radius: Double) {
        self.centre = centre
        self.radius = radius
    }

    /// Metres; of a wider fence, which may hold a whole quarter of a town, no distance is kept or told.
    public static let widestTold = 300.0

    /// Whether how far somebody is from the venue is kept and told.
    public var tellsDistance: Bool { radius <= Self.widestTold }

    /// Tells this fence from others (FNV-1a, as many bits as a number of an entry can keep).
    public var digest: Double {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for number in [centre.latitude, centre.longitude, radius] {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                hash = (hash ^ (number.bitPattern >> shift & 0xFF)) &* 0x100_0000_01B3
            }
        }
        return Double(hash >> 12)
    }

    /// What a digest can be.
    static let digests = 0...4_503_599_627_370_495.0

    public enum Answer: String, CaseIterable, Sendable {
        case inside, outside
        /// The fix proves neither.
        case borderline
    }

    /// Returns inside if the whole accuracy circle is inside the fence, outside if none of it is.
    ///
    /// - Parameter worstAccuracy: accuracy limit in metres; less accurate fixes prove nothing.
    public func answer(to fix: Fix, worstAccuracy: Double = Fix.worstAccuracy) -> Answer {
        // NaN fails these comparisons.
        guard fix.accuracy >= 0, fix.accuracy <= worstAccuracy, fix.age >= 0, fix.age <= Fix.mostAge,
            fix.position.isOnEarth, centre.isOnEarth, radius.isFinite
        else { return .borderline }
        let distance = centre.distance(to: fix.position)
        if distance + fix.accuracy <= radius { return .inside }
        return distance - fix.accuracy > radius ? .outside : .borderline
    }
}
