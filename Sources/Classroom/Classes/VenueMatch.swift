/// Whether two finds are one place, though they come from different sources.
public enum VenueMatch {
    /// Two of the same name are one place up to here, in metres: sources put a building's position at its middle or its
    /// door.
    static let sameName = 150.0
    /// One whose name has the other's in it, such as "Riverside Studio Zürich" and "Riverside Studio".
    static let likeName = 60.0

    /// - Parameter one, other: the words of the names, folded so that case and accents do not matter.
    public static func isSame(_ one: [String], _ other: [String], metres: Double) -> Bool {
        guard !one.isEmpty, !other.isEmpty else { return false }
        if metres <= sameName, has(one, other), has(other, one) { return true }
        return metres <= likeName && (has(one, other) || has(other, one))
    }

    /// Whether the first has every word of the second.
    private static func has(_ words: [String], _ wanted: [String]) -> Bool {
        wanted.allSatisfy { word in words.contains { $0.isSame(as: word) } }
    }
}
