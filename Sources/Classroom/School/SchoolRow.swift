/// School that keeps the book, as the book has it.
public struct SchoolRow: BookRow {
    /// Key of the only row.
    public static let only: Int64 = 1

    public let name: String
    /// IANA name of the time zone.
    public let timeZone: String
    public let savedAt: Instant

    public var key: Int64 { Self.only }

    public init(name: String, timeZone: String, savedAt: Instant) {
        self.name = name
        self.timeZone = timeZone
        self.savedAt = savedAt
    }
}
