/// Where a device found itself.
public struct Fix: Sendable {
    public let position: Position
    /// Metres around the position within which the device says it is.
    public let accuracy: Double
    /// Milliseconds from when the device found itself there to the claim.
    public let age: Double

    public init(position: Position, accuracy: Double, age: Double) {
        self.position = position
        self.accuracy = accuracy
        self.age = age
    }

    /// Metres; a fix that is less accurate proves nothing.
    public static let worstAccuracy = 100.0
    /// Milliseconds; an older fix proves nothing.
    public static let mostAge = 60_000.0
}

/// The circle around a venue within which one is there.
public struct Geofence: Sendable {
    public let centre: Position
    /// Metres.
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

    /// Inside, if all of the circle of accuracy is; outside, if nothing of it is.
    ///
    /// - Parameter worstAccuracy: in metres; a less accurate fix proves nothing.
    public func answer(to fix: Fix, worstAccuracy: Double = Fix.worstAccuracy) -> Answer {
        // What is no number is in no range.
        guard fix.accuracy >= 0, fix.accuracy <= worstAccuracy, fix.age >= 0, fix.age <= Fix.mostAge,
            fix.position.isOnEarth, centre.isOnEarth, radius.isFinite
        else { return .borderline }
        let distance = centre.distance(to: fix.position)
        if distance + fix.accuracy <= radius { return .inside }
        return distance - fix.accuracy > radius ? .outside : .borderline
    }
}
