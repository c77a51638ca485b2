/// Position on the WGS 84 ellipsoid, in degrees.
public struct Position: Sendable, Equatable {
    public let latitude: Double
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether latitude and longitude are within their ranges.
    public var isOnEarth: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }

    /// Distance to another position along the ground, in metres.
    ///
    /// By Lambert's formula (1942) on the WGS 84 ellipsoid (NGA.STND.0036): the great circle between the points' reduced
    /// latitudes, corrected to the first order of the flattening. Good to some metres over thousands of kilometres, and
    /// within 0.4 % everywhere, which is where two places lie on opposite sides of the Earth. From what is no place on
    /// Earth, half way round it.
    public func distance(to other: Position) -> Double {
        guard isOnEarth, other.isOnEarth else { return Double.pi * Self.semiMajor }
        let (a, b) = (reduced, other.reduced)
        // Sine of half the central angle.
        let sine = Self.length(a.x - b.x, a.y - b.y, a.z - b.z) / 2
        let cosine = Self.length(a.x + b.x, a.y + b.y, a.z + b.z) / 2
        if sine == 0 { return 0 }
        let half = sine < cosine ? Trigonometry.arcsine(sine) : Double.pi / 2 - Trigonometry.arcsine(min(1, cosine))
        let (angle, sineOfAngle) = (2 * half, 2 * sine * cosine)
        let (sum, difference) = ((a.z + b.z) / 2, (a.z - b.z) / 2)
        // Divided before they are squared: the square of a small number may be 0.
        let (northward, apart) = (cosine == 0 ? 0 : sum / cosine, difference / sine)
        let across = (angle - sineOfAngle) * northward * northward
        let along = (angle + sineOfAngle) * apart * apart
        return Self.semiMajor * (angle - Self.flattening / 2 * (across + along))
    }

    /// Point on the unit sphere with this longitude and reduced latitude.
    private var reduced: (x: Double, y: Double, z: Double) {
        let (sinLatitude, cosLatitude) = Trigonometry.sineAndCosine(degrees: latitude)
        let (sinLongitude, cosLongitude) = Trigonometry.sineAndCosine(degrees: longitude)
        let flat = (1 - Self.flattening) * sinLatitude
        let length = (cosLatitude * cosLatitude + flat * flat).squareRoot()
        let (sine, cosine) = (flat / length, cosLatitude / length)
        return (cosine * cosLongitude, cosine * sinLongitude, sine)
    }

    private static func length(_ x: Double, _ y: Double, _ z: Double) -> Double {
        let most = max(x.magnitude, y.magnitude, z.magnitude)
        if most == 0 { return 0 }
        let (x, y, z) = (x / most, y / most, z / most)
        return most * (x * x + y * y + z * z).squareRoot()
    }

    private static let semiMajor = 6_378_137.0
    private static let flattening = 1 / 298.257223563
}

/// Sine, cosine and arcsine in plain arithmetic, since the WebAssembly build has no maths library.
enum Trigonometry {
    /// By Taylor's series after folding the angle into ±45°; good to about 1e-15 for angles of up to 360°.
    static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
        let quarter = (degrees / 90).rounded()
        let angle = (degrees - quarter * 90) * Double.pi / 180
        let sine = angle * series(angle * angle, from: 2)
        let cosine = series(angle * angle, from: 1)
        switch (Int(nearest: quarter) ?? 0) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// Arcsine, from 0 to π/2, of a `value` from 0 to 1.
    ///
    /// Small values by series, others by halving: asin x = 2 asin √((1 − √(1 − x²)) / 2).
    static func arcsine(_ value: Double) -> Double {
        if value > 0.1 {
            return 2 * arcsine(((1 - (1 - value * value).squareRoot()) / 2).squareRoot())
        }
        var term = value
        var sum = value
        for k in 1...10 {
            let odd = Double(2 * k - 1)
            term *= value * value * odd / (odd + 1)
            sum += term / (odd + 2)
        }
        return sum
    }

    /// Nine terms of 1 − x²/(n(n+1)) + x⁴/(n(n+1)(n+2)(n+3)) − …, by Horner's method.
    private static func series(_ square: Double, from first: Double) -> Double {
        var sum = 1.0
        for k in stride(from: 8.0, through: 0, by: -1) {
            let n = first + 2 * k
            sum = 1 - square / (n * (n + 1)) * sum
        }
        return sum
    }
}
