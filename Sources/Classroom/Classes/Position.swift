/// A place on the Earth, in degrees on the WGS 84 ellipsoid.
public struct Position: Sendable, Equatable {
    public let latitude: Double
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both numbers are in the range of their kind.
    public var isOnEarth: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }

    /// Metres to another place, along the ground.
    ///
    /// The straight line between the two points in Earth-centred coordinates (WGS 84, NGA.STND.0036), bent to a
    /// sphere of the mean radius: exact to a millimetre across a town, within 0.5 % everywhere.
    public func distance(to other: Position) -> Double {
        let (a, b) = (geocentric, other.geocentric)
        let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z)
        let chord = (x * x + y * y + z * z).squareRoot()
        return 2 * Self.meanRadius * Trigonometry.arcsine(min(1, chord / (2 * Self.meanRadius)))
    }

    private var geocentric: (x: Double, y: Double, z: Double) {
        let (sinLatitude, cosLatitude) = Trigonometry.sineAndCosine(degrees: latitude)
        let (sinLongitude, cosLongitude) = Trigonometry.sineAndCosine(degrees: longitude)
        let normal = Self.semiMajor / (1 - Self.eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
        return (
            normal * cosLatitude * cosLongitude,
            normal * cosLatitude * sinLongitude,
            normal * (1 - Self.eccentricitySquared) * sinLatitude
        )
    }

    private static let semiMajor = 6_378_137.0
    private static let eccentricitySquared = 6.694_379_990_14e-3
    private static let meanRadius = 6_371_008.8
}

/// Sine, cosine and arcsine from arithmetic alone, since the page's build has no mathematical library.
enum Trigonometry {
    /// By Taylor's series after folding the angle into ±45°; good to about 1e-15.
    static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
        let quarter = (degrees / 90).rounded()
        let angle = (degrees - quarter * 90) * Double.pi / 180
        let sine = angle * series(angle * angle, from: 2)
        let cosine = series(angle * angle, from: 1)
        switch Int(quarter) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// The angle, from 0 to π/2, whose sine is `value`, from 0 to 1.
    ///
    /// By the series for small values, and by halving, asin x = 2 asin √((1 − √(1 − x²)) / 2), for others.
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

    /// 1 − x²/(n(n+1)) + x⁴/(n(n+1)(n+2)(n+3)) − …, nine terms, by Horner's rule.
    private static func series(_ square: Double, from first: Double) -> Double {
        var sum = 1.0
        for k in stride(from: 8.0, through: 0, by: -1) {
            let n = first + 2 * k
            sum = 1 - square / (n * (n + 1)) * sum
        }
        return sum
    }
}
