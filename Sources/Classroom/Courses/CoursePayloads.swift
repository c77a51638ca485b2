/// `course.created`: the maker teaches a course from now on.
public struct CourseCreated: Sendable {
    public let course: Identifier
    public let facts: CourseFacts

    public init(from fields: inout FieldReader) {
        course = fields.identifier("course")
        facts = CourseFacts(from: &fields, isNew: true)
    }
}

/// `course.edited`: something about a course changed; what is absent stays as it was.
public struct CourseEdited: Sendable {
    public let course: Identifier
    public let facts: CourseFacts
    /// Another who teaches it from now on.
    public let instructorAdded: Identifier?
    /// One who does not any more.
    public let instructorRemoved: Identifier?

    public init(from fields: inout FieldReader) {
        course = fields.identifier("course")
        facts = CourseFacts(from: &fields, isNew: false)
        instructorAdded = fields.optionalIdentifier("instructorAdded")
        instructorRemoved = fields.optionalIdentifier("instructorRemoved")
        if instructorAdded != nil, instructorRemoved != nil {
            fields.note("instructorRemoved", "both", "One instructor at a time, please.")
        }
    }
}

/// What an entry says about a course; `nil` where it says nothing.
public struct CourseFacts: Sendable {
    public static let mostTitle = 100
    public static let mostDescription = 1000

    public let title: String?
    public let description: String?
    public let venue: Identifier?
    /// The IANA name of the time zone in which its classes take place.
    public let timeZone: String?
    public let category: Change<TrainingCategory>
    /// An address on the web; "" for none.
    public let survey: String?
    /// Whether whoever asks is enrolled without being asked about.
    public let isOpen: Bool?
    public let evidence: AttendancePolicy.Evidence?
    /// The worst accuracy of a fix, in metres.
    public let accuracy: Double?
    /// Who may ask questions.
    public let askers: Askers?

    init(from fields: inout FieldReader, isNew: Bool) {
        title =
            isNew ? fields.text("title", most: Self.mostTitle) : fields.optionalText("title", most: Self.mostTitle)
        description = fields.optionalText("description", most: Self.mostDescription)
        venue = isNew ? fields.identifier("venue") : fields.optionalIdentifier("venue")
        timeZone = TimeZoneName.read("timeZone", from: &fields, required: isNew)
        category = fields.clearableChoice("category", of: TrainingCategory.words).map { TrainingCategory(word: $0) }
        survey = WebLink.read("survey", from: &fields)
        isOpen = fields.flag("isOpen")
        evidence = AttendancePolicy.Evidence(
            word: fields.choice("evidence", of: AttendancePolicy.Evidence.words, fallback: ""))
        accuracy = fields.number("accuracy", AttendancePolicy.accuracies)
        askers = Askers(word: fields.choice("askers", of: Askers.words, fallback: ""))
        if !isNew, let title, title.isEmpty { fields.note("title", "required", "This must not be empty.") }
    }
}

/// `enrolment.requested`: the maker wants to take a course.
public struct CourseReference: Sendable {
    public let course: Identifier

    public init(from fields: inout FieldReader) {
        course = fields.identifier("course")
    }
}

/// `enrolment.accepted`, `enrolment.declined`: an instructor takes a student into a course, or does not, or no longer;
/// students may decline for themselves.
public struct EnrolmentReference: Sendable {
    public let course: Identifier
    public let person: Identifier

    public init(from fields: inout FieldReader) {
        course = fields.identifier("course")
        person = fields.identifier("person")
    }
}

/// Where a student stands with a course.
public enum Enrolment: String, CaseIterable, Sendable {
    case requested, accepted, declined
}

/// `class.scheduled`: a class of a course is to be, or is moved to another time or place.
public struct ClassScheduled: Sendable {
    /// Minutes.
    public static let lengths = 5.0...1440.0
    /// Minutes of a new class of which nothing is said.
    public static let usualLength = 60

    public let classID: Identifier
    public let course: Identifier
    public let start: Instant
    /// `nil` where nothing is said.
    public let minutes: Int?
    /// `nil` for the course's own, or where the class is to be already.
    public let venue: Identifier?
    /// An address on the web; "" for none of its own, `nil` where nothing is said.
    public let survey: String?

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        course = fields.identifier("course")
        start = fields.instant("start")
        minutes = fields.number("minutes", Self.lengths).flatMap { Int(nearest: $0) }
        venue = fields.optionalIdentifier("venue")
        survey = WebLink.read("survey", from: &fields)
    }
}
