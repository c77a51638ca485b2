/// What an instructor may want to start now.
public struct ClassesToStart: Sendable {
    /// How long before its start a class is due, in milliseconds.
    public static let dueBefore: Int64 = 3_600_000
    public static let mostDue = 3
    /// How long after its start, and how long before it, a class may be offered.
    public static let longest: (after: Int64, before: Int64) = (86_400_000, 7 * 86_400_000)
    /// How many saved classes say which venue is the usual one. As many are taken along by devices.
    public static let mostTelling = 30

    /// Classes of courses whose time it is, the earliest first.
    public let due: [(session: ClassSession, timeZone: String)]
    /// The next class after those, if it is within a week.
    public let next: (session: ClassSession, timeZone: String)?
    /// Venue of the usual drop-in class at this time of the week; `nil` if there has been none.
    public let usual: Venue?

    public init(
        due: [(session: ClassSession, timeZone: String)], next: (session: ClassSession, timeZone: String)?,
        usual: Venue?
    ) {
        self.due = due
        self.next = next
        self.usual = usual
    }
}
