/// Test of whether two search results from different sources are the same venue.
public enum VenueMatch {
    /// Maximum distance in metres between results of the same name: a source puts a building's position at its centre
    /// or at its door.
    static let sameName = 150.0
    /// Maximum distance in metres if one name contains the other, as "Riverside Studio Zürich" contains "Riverside
    /// Studio".
    static let likeName = 60.0

    /// - Parameter one, other: words of the names, folded to ignore case and accents.
    public static func isSame(_ one: [String], _ other: [String], metres: Double) -> Bool {
        guard !one.isEmpty, !other.isEmpty else { return false }
        if metres <= sameName, has(one, other), has(other, one) { return true }
        return metres <= likeName && (has(one, other) || has(other, one))
    }

    /// Whether the first list contains every word of the second.
    private static func has(_ words: [String], _ wanted: [String]) -> Bool {
        wanted.allSatisfy { word in words.contains { $0.isSame(as: word) } }
    }
}
