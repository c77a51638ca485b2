import Classroom
import Foundation

/// Student who is in class, with a device whose position, clock and signal are as good as they are in a town.
///
/// docs/presence.md explains the model and its sources.
public struct HonestStudent: Sendable {
    /// What the device locates itself by.
    public enum Surroundings: CaseIterable, Sendable {
        case window, street, indoors, masts

        /// Students of a hundred.
        var percent: Double {
            switch self {
            case .window: 25
            case .street: 45
            case .indoors: 25
            case .masts: 5
            }
        }

        /// Median of the radius in metres that holds 68 % of the positions, and the standard deviation of its logarithm.
        var error: (median: Double, spread: Double) {
            switch self {
            case .window: (8, 0.3)
            case .street: (12, 0.5)
            case .indoors: (55, 0.5)
            case .masts: (770, 0.7)
            }
        }
    }

    /// Position of the venue.
    public static let venue = Position(latitude: 47.3686, longitude: 8.5391)

    /// What the device finds; `nil` without the permission.
    public let fix: Fix?
    /// Time of "I Am Here" after the start of the class, in milliseconds.
    public let pressed: Int64
    /// By how much the clock is fast, in milliseconds.
    public let clockError: Int64
    /// Time from the press to the arrival, in milliseconds.
    public let delay: Int64
    /// Whether the device knows the fence: its page was opened since the class started.
    public let knowsFence: Bool

    /// Whether there is signal.
    public var isOnline: Bool { delay <= 3000 }

    /// The same students in every run.
    public static func make(_ count: Int, seed: UInt64 = 20_261_122) -> [HonestStudent] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in HonestStudent(&generator) }
    }

    private init(_ generator: inout SeededGenerator) {
        let fix = Self.fix(&generator)
        self.fix = generator.share() < 0.08 ? nil : fix
        pressed = Int64(nearest: generator.number(0...1_800_000)) ?? 0
        clockError = Self.clockError(&generator)
        delay = Self.delay(&generator)
        knowsFence = generator.share() < 0.5
    }

    private static func fix(_ generator: inout SeededGenerator) -> Fix {
        var rest = generator.share() * 100
        let surroundings =
            Surroundings.allCases.first { place in
                rest -= place.percent
                return rest < 0
            } ?? .masts
        let error = surroundings.error
        let radius = generator.logNormal(median: error.median, spread: error.spread)
        let accuracy = max(3, generator.logNormal(median: radius, spread: 0.35))
        // Seats are spread evenly within 25 m of the position that the venue was given.
        let seat = (25 * generator.share().squareRoot(), generator.number(0...2 * .pi))
        let off = (generator.rayleigh(radius68: radius), generator.number(0...2 * .pi))
        let north = seat.0 * cos(seat.1) + off.0 * cos(off.1)
        let east = seat.0 * sin(seat.1) + off.0 * sin(off.1)
        let degree = 111_190.0
        let place = Position(
            latitude: venue.latitude + north / degree,
            longitude: venue.longitude + east / degree / cos(venue.latitude * .pi / 180))
        let isOld = generator.share() < 0.03
        return Fix(position: place, accuracy: accuracy, age: generator.number(isOld ? 60_001...600_000 : 0...10_000))
    }

    private static func clockError(_ generator: inout SeededGenerator) -> Int64 {
        let (kind, sign) = (generator.share(), generator.share() < 0.5 ? -1.0 : 1.0)
        let error =
            switch kind {
            case ..<0.9: generator.number(0...1000)
            case ..<0.96: generator.number(2000...600_000)
            default: generator.number(3_600_000...259_200_000)
            }
        return Int64(nearest: sign * error) ?? 0
    }

    private static func delay(_ generator: inout SeededGenerator) -> Int64 {
        let kind = generator.share()
        let delay =
            switch kind {
            case ..<0.92: generator.number(100...3000)
            case ..<0.98: generator.number(60_000...2_700_000)
            default: generator.number(3_600_000...21_600_000)
            }
        return Int64(nearest: delay) ?? 0
    }
}
