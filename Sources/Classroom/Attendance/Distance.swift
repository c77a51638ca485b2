/// Distances from a venue as stored and shown: rounded, never to the metre.
public enum Distance {
    /// Rounding step in metres.
    public static let step = 5.0

    /// - Parameter metres: any number; NaN and distances beyond the Earth become the largest possible distance.
    public static func rounded(_ metres: Double) -> Double {
        metres >= 0 && metres < 2.1e7 ? (metres / step).rounded() * step : 2.1e7
    }

    /// Formats a distance: "240 m", "1.2 km", "35 km".
    public static func words(_ metres: Double) -> String {
        let near = Int64(nearest: rounded(metres)) ?? 0
        if near < 1000 { return String(near) + " m" }
        let tenths = (near + 50) / 100
        return tenths < 100
            ? String(tenths / 10) + "." + String(tenths % 10) + " km" : String((near + 500) / 1000) + " km"
    }
}
