/// Course, as the book has it.
public struct CourseRow: BookRow {
    public let id: Identifier
    public var title: String
    public var description: String
    public var venue: Identifier
    /// IANA name.
    public var timeZone: String
    public var category: TrainingCategory?
    /// Survey link; "" for none.
    public var survey: String
    /// Whether students join without approval.
    public var isOpen: Bool
    public var evidence: AttendancePolicy.Evidence
    /// Worst accepted accuracy, in metres.
    public var accuracy: Double
    public var askers: Askers
    /// Whether the course is over, and not in the lists any more.
    public var isArchived = false

    public var key: Identifier { id }

    public init(
        id: Identifier, title: String, description: String, venue: Identifier, timeZone: String,
        category: TrainingCategory?, survey: String, isOpen: Bool, evidence: AttendancePolicy.Evidence,
        accuracy: Double, askers: Askers
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.venue = venue
        self.timeZone = timeZone
        self.category = category
        self.survey = survey
        self.isOpen = isOpen
        self.evidence = evidence
        self.accuracy = accuracy
        self.askers = askers
    }

    /// Course as it is created; `nil` without what every course has.
    public init?(_ created: CourseCreated) {
        let (facts, policy) = (created.facts, AttendancePolicy())
        guard let title = facts.title, let venue = facts.venue, let zone = facts.timeZone else { return nil }
        self.init(
            id: created.course, title: title, description: "", venue: venue, timeZone: zone, category: nil, survey: "",
            isOpen: false, evidence: policy.evidence, accuracy: policy.worstAccuracy, askers: .enrolled)
        take(facts)
    }

    /// Takes what an entry sets.
    public mutating func take(_ facts: CourseFacts) {
        title = facts.title ?? title
        description = facts.description ?? description
        venue = facts.venue ?? venue
        timeZone = facts.timeZone ?? timeZone
        category = facts.category.value(instead: category)
        survey = facts.survey ?? survey
        isOpen = facts.isOpen ?? isOpen
        evidence = facts.evidence ?? evidence
        accuracy = facts.accuracy ?? accuracy
        askers = facts.askers ?? askers
    }
}

/// Instructors of a course, as the book has them.
public struct CourseInstructors: BookRow {
    public let course: Identifier
    public var people: [Identifier]
    /// Those of them who teach it only because somebody does who was merged into them.
    public var forOthers: [Identifier] = []

    public var key: Identifier { course }

    public init(course: Identifier, people: [Identifier]) {
        self.course = course
        self.people = people
    }
}

/// Enrolment of a student in a course, as the book has it.
public struct EnrolmentRow: BookRow, Equatable {
    /// Course and person.
    public let key: Pair
    public var state: Enrolment
    public var at: Instant
    public var maker: Identifier
    /// Since when classes count for the student, if not since `at`.
    public var since: Instant?

    public init(key: Pair, state: Enrolment, at: Instant, maker: Identifier, since: Instant? = nil) {
        self.key = key
        self.state = state
        self.at = at
        self.maker = maker
        self.since = since
    }
}
