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
public struct Geofence: Sendable {
    public let centre: Position
    /// Radius in metres.
    public let radius: Double

    public init(centre: Position, radius: Double) {
        self.centre = centre
        self.radius = radius
    }

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
            fix.position.isOnEarth
        else { return .borderline }
        let distance = centre.distance(to: fix.position)
        if distance + fix.accuracy <= radius { return .inside }
        return distance - fix.accuracy > radius ? .outside : .borderline
    }
}
