/// What one person and all together may cost the server.
public struct Limits: Sendable {
    public var student = WritingLimit(entriesPerHour: 600, bytesPerDay: 2_000_000)
    public var instructor = WritingLimit(entriesPerHour: 20_000, bytesPerDay: 200_000_000)
    /// The open feeds of one person; one more ends the oldest.
    public var feedsPerPerson = 16
    /// The open feeds of all people.
    public var feeds = 10_000

    public init() {}
}

/// What one person may write into the book.
public struct WritingLimit: Sendable {
    public let entriesPerHour: Int
    public let bytesPerDay: Int

    public init(entriesPerHour: Int, bytesPerDay: Int) {
        self.entriesPerHour = entriesPerHour
        self.bytesPerDay = bytesPerDay
    }
}
