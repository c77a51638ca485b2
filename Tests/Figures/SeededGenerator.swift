import Foundation

/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    /// Number from 0 to below 1.
    mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + share() * (range.upperBound - range.lowerBound)
    }

    /// Number of a log-normal distribution.
    ///
    /// - Parameter spread: standard deviation of the logarithm.
    mutating func logNormal(median: Double, spread: Double) -> Double {
        median * exp(spread * (-2 * log(1 - share())).squareRoot() * cos(2 * .pi * share()))
    }

    /// Distance of a Rayleigh distribution.
    ///
    /// - Parameter radius: radius of the circle that holds 68 % of the points.
    mutating func rayleigh(radius68 radius: Double) -> Double {
        radius * (log(1 - share()) / log(1 - 0.68)).squareRoot()
    }
}
