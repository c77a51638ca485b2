/// Payload of `course.created`: the maker becomes the course's instructor.
public final class CourseCreated: Sendable {
    public let course: Identifier
    public let facts: CourseFacts

    public init(from fields: inout FieldReader) {
        course = fields.identifier("course")
        facts = CourseFacts(from: &fields, isNew: true)
    }
}

/// Payload of `course.edited`; absent fields keep their values.
public final class CourseEdited: Sendable {
    public let course: Identifier
    public let facts: CourseFacts
    /// Person who joins the course's instructors.
    public let instructorAdded: Identifier?
    /// Person who leaves the course's instructors.
    public let instructorRemoved: Identifier?

    /// Whether it says who teaches the course, and nothing else.
    var isAboutInstructorsAlone: Bool {
        (instructorAdded != nil || instructorRemoved != nil) && facts.areNone
    }

    public init(from fields: inout FieldReader) {
        course = fields.identifier("course")
        facts = CourseFacts(from: &fields, isNew: false)
        instructorAdded = fields.optionalIdentifier("instructorAdded")
        instructorRemoved = fields.optionalIdentifier("instructorRemoved")
        if instructorAdded != nil, instructorRemoved != nil {
            fields.note("instructorRemoved", "both", "Add or remove one instructor at a time.")
        }
    }
}

/// Details of a course that an entry sets; `nil` for those that it leaves alone.
public struct CourseFacts: Sendable {
    public static let mostTitle = 100
    public static let mostDescription = 1000

    public internal(set) var title: String?
    public internal(set) var description: String?
    public internal(set) var venue: Identifier?
    /// IANA name of the time zone in which classes take place.
    public internal(set) var timeZone: String?
    public internal(set) var category: Change<TrainingCategory>
    /// Survey link; "" for none.
    public internal(set) var survey: String?
    /// Whether students join without approval.
    public internal(set) var isOpen: Bool?
    public internal(set) var evidence: AttendancePolicy.Evidence?
    /// Worst accepted accuracy of a location fix, in metres.
    public internal(set) var accuracy: Double?
    /// Students who may ask questions.
    public internal(set) var askers: Askers?

    /// Whether nothing is set.
    var areNone: Bool {
        guard title == nil, description == nil, venue == nil, timeZone == nil, survey == nil, isOpen == nil,
            evidence == nil, accuracy == nil, askers == nil, case .leave = category
        else { return false }
        return true
    }

    init(from fields: inout FieldReader, isNew: Bool) {
        title =
            isNew ? fields.text("title", most: Self.mostTitle) : fields.optionalText("title", most: Self.mostTitle)
        description = fields.optionalText("description", most: Self.mostDescription)
        venue = isNew ? fields.identifier("venue", missing: "Choose a venue.") : fields.optionalIdentifier("venue")
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

/// Payload of `enrolment.requested`: the maker asks to join a course.
public struct CourseReference: Sendable {
    public let course: Identifier

    public init(from fields: inout FieldReader) {
        course = fields.identifier("course")
    }
}

/// Payload of `enrolment.accepted`, `enrolment.declined` and `enrolment.reopened`: an instructor enrols a student,
/// refuses or removes one, or takes such an answer back. Students may decline for themselves.
public struct EnrolmentReference: Sendable {
    public let course: Identifier
    public let person: Identifier
    /// Of `enrolment.accepted`: since when classes count for the student, where a removal is taken back; `nil` for the time of
    /// the entry.
    public let since: Instant?

    public init(from fields: inout FieldReader, accepts: Bool = false) {
        course = fields.identifier("course")
        person = fields.identifier("person")
        since = accepts ? fields.optionalInstant("since") : nil
    }

    /// Since when classes count for a student who is enrolled at a time: never from a later one on.
    public func joined(_ at: Instant) -> Instant { min(since ?? at, at) }
}

/// State of a student's enrolment in a course.
public enum Enrolment: String, CaseIterable, Sendable {
    case requested, accepted, declined
}

/// Payload of `class.scheduled`: a course class is added or moved to another time or place.
public final class ClassScheduled: Sendable {
    /// Allowed length of a class, in minutes.
    public static let lengths = 5.0...1440.0
    /// Default length of a new class, in minutes.
    public static let usualLength = 60

    public let classID: Identifier
    public let course: Identifier
    public let start: Instant
    /// Whether the start stays as it is at a class that is there: somebody else may have changed it meanwhile.
    let keepsStart: Bool
    /// Length in minutes; `nil` if not stated.
    public let minutes: Int?
    /// Venue; `nil` for the course's own, or to keep the current venue.
    public let venue: Identifier?
    /// Survey link; "" for none of its own, `nil` if not stated.
    public let survey: String?
    /// Evidence that this class asks for, instead of its course's.
    public let evidence: Change<AttendancePolicy.Evidence>

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        course = fields.identifier("course")
        start = fields.instant("start")
        keepsStart = fields.flag("keepsStart") ?? false
        minutes = fields.number("minutes", Self.lengths).flatMap { Int(nearest: $0) }
        venue = fields.optionalIdentifier("venue")
        survey = WebLink.read("survey", from: &fields)
        evidence = fields.clearableChoice("evidence", of: AttendancePolicy.Evidence.words)
            .map { AttendancePolicy.Evidence(word: $0) }
    }
}
