/// School that keeps the book, as the book has it.
public struct SchoolRow: BookRow {
    /// Key of the only row.
    public static let only: Int64 = 1

    public let name: String
    /// IANA name of the time zone.
    public let timeZone: String
    /// Whether student IDs are typed, and not given by the book.
    public let typesIDs: Bool
    public let savedAt: Instant

    public var key: Int64 { Self.only }

    public init(name: String, timeZone: String, typesIDs: Bool, savedAt: Instant) {
        self.name = name
        self.timeZone = timeZone
        self.typesIDs = typesIDs
        self.savedAt = savedAt
    }
}
