/// Part of the book in memory: the rows that some entries need.
///
/// Entries are applied one after the other. What an entry does depends only on the journal up to it, never on a clock or
/// on chance. Whoever holds the rows loads what is wanted, and saves what has changed.
public struct Book: Sendable {
    public var people = Rows<PersonRow>()
    public var details = Rows<PersonDetailsRow>()
    public var studentTypes = Rows<StudentTypeRow>()
    public var pictures = Rows<PictureRow>()
    public var registrations = Rows<RegistrationRow>()
    public var venues = Rows<VenueRow>()
    public var courses = Rows<CourseRow>()
    public var courseInstructors = Rows<CourseInstructors>()
    public var enrolments = Rows<EnrolmentRow>()
    public var classes = Rows<ClassRow>()
    public var marks = Rows<MarkRow>()
    public var reconfirmations = Rows<ReconfirmationRow>()
    public var reconfirmed = Rows<ReconfirmedRow>()
    public var questions = Rows<QuestionRow>()
    public var votes = Rows<VoteRow>()
    public var trainings = Rows<TrainingRow>()
    public var nearby = Rows<NearbyRow>()
    public var choices = Rows<ChoiceRow>()
    public var school = Rows<SchoolRow>()
    public var editTimes = Rows<EditTimes>()

    /// What each of those had, or would have, who were merged with others: what counts follows from it once they are
    /// separated.
    public var ownEnrolments = Rows<EnrolmentRow>()
    public var ownReconfirmed = Rows<ReconfirmedRow>()
    public var ownVotes = Rows<VoteRow>()

    /// Events of classes, by class.
    public var events = Log<Identifier, ClassEvent>()
    /// Words on attendance, by class and person.
    public var words = Log<Pair, AttendanceWord>()
    /// Claims of classes, by class.
    public var claims = Log<Identifier, ClaimTime>()
    /// Classes at which anything was said of somebody's attendance, by person; some more than once.
    public var spoken = Log<Identifier, Identifier>()

    /// People by student ID.
    public var studentIDs = Searches<TextKey>()
    /// People with the largest student IDs of eight digits: more of them than entries are applied together.
    public var numbers = Searches<Bool>()
    /// Student types by folded name.
    public var typeNames = Searches<TextKey>()
    /// People of a student type, by type: more of each than entries are applied together.
    public var typed = Searches<Identifier>()
    /// Rows of people who are merged or separated: enrolments, votes and so on, also those that are their own.
    public var belongings = Searches<Identifier>()
    /// Active owners.
    public var owners = Searches<Bool>()
    /// Venues that were merged into others.
    public var mergedVenues = Searches<Bool>()
    /// Classes in session, by instructor.
    public var sessions = Searches<Identifier>()
    /// Classes that have not started, by course.
    public var plans = Searches<Identifier>()
    /// Requests to join, by course.
    public var requests = Searches<Identifier>()
    /// Marks of those present, by class.
    public var attendance = Searches<Identifier>()
    /// Reconfirmations, by class.
    public var reconfirmationsOfClass = Searches<Identifier>()

    /// Where classes were when they were last seen. What is wanted with a class is then wanted at once, before the class is
    /// loaded; if it has moved, what is wanted instead is so once it is loaded.
    public var expectedPlaces: [Identifier: ExpectedPlace] = [:]

    /// Folding of text for comparison, which differs from platform to platform.
    let fold: @Sendable (String) -> String

    /// The entry that is applied.
    var occasion = Occasion.none
    /// The person for whom counts what its maker does.
    private(set) var maker: Identifier?

    /// - Parameter fold: folding of names, by which those are equal that people would take for equal.
    public init(fold: @escaping @Sendable (String) -> String) {
        self.fold = fold
    }

    /// Applies an entry, or changes nothing and throws the rule that it breaks.
    public mutating func apply(_ payload: EntryPayload, _ occasion: Occasion) throws(Stop) {
        self.occasion = occasion
        do throws(Stop) {
            maker = try occasion.maker.map { id throws(Stop) in try acting(id) }
            try apply(payload)
        } catch {
            settle(.rollBack)
            throw error
        }
        settle(.keep)
    }

    /// Takes back all changes since the rows were loaded.
    public mutating func reset() {
        settle(.reset)
    }

    private mutating func settle(_ settlement: Settlement) {
        people.settle(settlement)
        details.settle(settlement)
        studentTypes.settle(settlement)
        pictures.settle(settlement)
        registrations.settle(settlement)
        venues.settle(settlement)
        courses.settle(settlement)
        courseInstructors.settle(settlement)
        enrolments.settle(settlement)
        classes.settle(settlement)
        marks.settle(settlement)
        reconfirmations.settle(settlement)
        reconfirmed.settle(settlement)
        questions.settle(settlement)
        votes.settle(settlement)
        trainings.settle(settlement)
        nearby.settle(settlement)
        choices.settle(settlement)
        school.settle(settlement)
        editTimes.settle(settlement)
        ownEnrolments.settle(settlement)
        ownReconfirmed.settle(settlement)
        ownVotes.settle(settlement)
        events.settle(settlement)
        words.settle(settlement)
        claims.settle(settlement)
        spoken.settle(settlement)
    }
}

/// Circumstances of an entry.
public struct Occasion: Sendable {
    /// Person who made the entry; `nil` for the server and its command line.
    public let maker: Identifier?
    public let device: Identifier
    /// When it happened: the trusted time.
    public let at: Instant
    /// When the server received it.
    public let received: Instant
    /// Its place in the journal.
    public let sequence: Int64
    /// Hash of the picture that came as data.
    public let picture: String?
    /// Whether facts that are said again are judged by their time. In books that are older than this rule, entries from before
    /// are not: the last to come stands.
    public let isTimed: Bool

    public init(
        maker: Identifier?, device: Identifier, at: Instant, received: Instant, sequence: Int64, picture: String? = nil,
        isTimed: Bool = true
    ) {
        self.maker = maker
        self.device = device
        self.at = at
        self.received = received
        self.sequence = sequence
        self.picture = picture
        self.isTimed = isTimed
    }

    static let none = Occasion(
        maker: nil, device: Identifier(high: 0, low: 0), at: Instant(milliseconds: 0),
        received: Instant(milliseconds: 0), sequence: 0)
}

extension Book {
    var at: Instant { occasion.at }
    var received: Instant { occasion.received }
}
