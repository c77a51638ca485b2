/// How far somebody is from a venue, as it is kept and told: never to the metre.
public enum Distance {
    /// Metres to which a distance is rounded.
    public static let step = 5.0

    /// - Parameter metres: anything; what is no number, or lies beyond the Earth, is as far as can be.
    public static func rounded(_ metres: Double) -> Double {
        metres >= 0 && metres < 2.1e7 ? (metres / step).rounded() * step : 2.1e7
    }

    /// "240 m", "1.2 km", "35 km"
    public static func words(_ metres: Double) -> String {
        let near = Int64(nearest: rounded(metres)) ?? 0
        if near < 1000 { return String(near) + " m" }
        let tenths = (near + 50) / 100
        return tenths < 100
            ? String(tenths / 10) + "." + String(tenths % 10) + " km" : String((near + 500) / 1000) + " km"
    }
}
