/// Where a device found itself.
public struct Fix: Sendable {
    public let position: Position
    /// Metres around the position within which the device says it is.
    public let accuracy: Double
    /// Milliseconds since the device found itself there.
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

    /// Whether it can say anything about where the device is.
    var isGood: Bool {
        // What is no number is in no range.
        (0...Self.worstAccuracy).contains(accuracy) && (0...Self.mostAge).contains(age) && position.isOnEarth
    }
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
    public func answer(to fix: Fix) -> Answer {
        guard fix.isGood else { return .borderline }
        let distance = centre.distance(to: fix.position)
        if distance + fix.accuracy <= radius { return .inside }
        return distance - fix.accuracy > radius ? .outside : .borderline
    }
}
