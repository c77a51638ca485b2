import Classroom

/// What only the platform of a device knows: Unicode's letters, and time zones. The module would be a fifth larger if it
/// knew the letters itself.
public struct DeviceHost: Sendable {
    /// Text without case and accents.
    let fold: @Sendable (String) -> String
    /// Words of folded text.
    let words: @Sendable (String) -> [String]
    let initials: @Sendable (PersonName) -> String
    /// Seconds that the clocks of a zone are ahead of UTC, at seconds since 1970.
    let ahead: @Sendable (_ zone: String, _ seconds: Int64) -> Int

    public init(
        fold: @escaping @Sendable (String) -> String, words: @escaping @Sendable (String) -> [String],
        initials: @escaping @Sendable (PersonName) -> String,
        ahead: @escaping @Sendable (_ zone: String, _ seconds: Int64) -> Int
    ) {
        (self.fold, self.words, self.initials, self.ahead) = (fold, words, initials, ahead)
    }

    func calendar(_ zone: String) -> WallCalendar {
        let ahead = ahead
        return WallCalendar(timeZone: zone) { ahead(zone, $0) }
    }
}
