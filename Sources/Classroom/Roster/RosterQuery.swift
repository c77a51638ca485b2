/// Query of the roster: filters and sort order.
public struct RosterQuery: Sendable {
    public enum Sort: String, CaseIterable, Sendable {
        case name, attended
        /// Students before instructors, as at a class, each by name.
        case studentsFirst
    }
    public enum Activity: String, CaseIterable, Sendable {
        case active, inactive, all
        /// Those who were removed and can still be put back.
        case removed
    }

    public var search = ""
    public var activity = Activity.active
    public var type: Identifier?
    public var sort = Sort.name
    public var after: String?
    /// People of a part; by default fewer of a search, which is asked for anew with each letter that is typed.
    public var most: Int {
        get { chosen ?? (isSearch ? 20 : 100) }
        set { chosen = newValue }
    }
    private var chosen: Int?
    /// Whether anything is searched for: spaces are nothing.
    private var isSearch: Bool { !search.parts(between: UInt8(ascii: " ")).isEmpty }
    /// People that are counted at most: more are only said to be more. The first part of a search counts no more than it
    /// shows.
    public var mostCounted: Int { isSearch && after == nil ? most + 1 : 1001 }
    /// Whether to leave out new people.
    public var withoutNew = false
    /// Whether to leave out instructors.
    public var onlyStudents = false
    /// Whether to leave out students.
    public var onlyInstructors = false
    /// Class whose attendees are included even if inactive.
    public var present: Identifier?
    /// People to leave out.
    public var others: [Identifier] = []
    /// Time of the query.
    public let now: Instant

    public init(now: Instant) {
        self.now = now
    }
}
