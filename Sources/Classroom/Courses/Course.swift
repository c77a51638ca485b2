/// Course, as shown on its page and in lists.
public final class Course: Sendable {
    public let id: Identifier
    public let title: String
    public let description: String
    public let venueID: Identifier
    public let venue: String
    public let address: String
    /// IANA name of the time zone in which classes take place.
    public let timeZone: String
    public let category: TrainingCategory?
    /// An address on the web; "" for none, and for who neither teaches nor takes the course.
    public let survey: String
    /// Whether students join without approval.
    public let isOpen: Bool
    public let policy: AttendancePolicy
    public let askers: Askers
    /// Planned start of the class in session or of the next class; `nil` if none.
    public let nextAt: Instant?
    public let isInSession: Bool
    /// Whether the course is over, and not in the lists any more.
    public let isArchived: Bool
    /// Enrolment of the person who asks, as a student.
    public let enrolment: Enrolment?
    /// Since when that person takes the course.
    public let since: Instant?

    /// How many students in each state of enrolment a device takes along.
    public static let mostTakenAlong = 1000
    /// So many archived courses a device takes along, or none: as many as are listed at once.
    public static let mostArchivedTakenAlong = 50

    public init(
        id: Identifier, title: String, description: String, venueID: Identifier, venue: String, address: String,
        timeZone: String, category: TrainingCategory?, survey: String, isOpen: Bool, policy: AttendancePolicy,
        askers: Askers, nextAt: Instant?, isInSession: Bool, isArchived: Bool, enrolment: Enrolment?,
        since: Instant?
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.venueID = venueID
        self.venue = venue
        self.address = address
        self.timeZone = timeZone
        self.category = category
        self.survey = survey
        self.isOpen = isOpen
        self.policy = policy
        self.askers = askers
        self.nextAt = nextAt
        self.isInSession = isInSession
        self.isArchived = isArchived
        self.enrolment = enrolment
        self.since = since
    }
}
