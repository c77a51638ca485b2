extension Kind {
    public static let courseCreated = Kind("course.created", by: .instructors, columns: .course) {
        .course(.created(CourseCreated(from: &$0)))
    }
    public static let courseEdited = Kind("course.edited", by: .instructors, columns: .course) {
        .course(.edited(CourseEdited(from: &$0)))
    }
    public static let courseArchived = Kind("course.archived", by: .instructors, columns: .course) {
        .course(.archived(CourseReference(from: &$0)))
    }
    public static let courseUnarchived = Kind("course.unarchived", by: .instructors, columns: .course) {
        .course(.unarchived(CourseReference(from: &$0)))
    }
    public static let enrolmentRequested = Kind("enrolment.requested", by: .everyone, columns: .course) {
        .course(.requested(CourseReference(from: &$0)))
    }
    public static let enrolmentAccepted = Kind(
        "enrolment.accepted", by: .instructors, columns: [.course, .person]
    ) { .course(.accepted(EnrolmentReference(from: &$0, accepts: true))) }
    public static let enrolmentDeclined = Kind(
        "enrolment.declined", by: .everyone, columns: [.course, .person]
    ) { .course(.declined(EnrolmentReference(from: &$0))) }
    public static let enrolmentReopened = Kind(
        "enrolment.reopened", by: .instructors, columns: [.course, .person]
    ) { .course(.reopened(EnrolmentReference(from: &$0))) }

    static let ofCourses: [Kind] = [
        courseCreated, courseEdited, courseArchived, courseUnarchived, enrolmentRequested, enrolmentAccepted,
        enrolmentDeclined, enrolmentReopened,
    ]
}

/// What entries say of courses, and of who takes them.
public indirect enum CoursePayload: Sendable {
    case created(CourseCreated)
    case edited(CourseEdited)
    case archived(CourseReference)
    case unarchived(CourseReference)
    case requested(CourseReference)
    case accepted(EnrolmentReference)
    case declined(EnrolmentReference)
    case reopened(EnrolmentReference)

    func subject(by maker: Identifier?) -> Subject {
        switch self {
        case .created(let created): Subject(course: created.course, person: maker)
        case .edited(let edited):
            Subject(course: edited.course, person: edited.instructorAdded ?? edited.instructorRemoved)
        case .archived(let reference), .unarchived(let reference): Subject(course: reference.course)
        case .requested(let reference): Subject(course: reference.course, person: maker)
        case .accepted(let reference), .declined(let reference), .reopened(let reference):
            Subject(course: reference.course, person: reference.person)
        }
    }

    /// Details of the course that the entry sets; `nil` if it sets none.
    public var facts: CourseFacts? {
        switch self {
        case .created(let created): created.facts
        case .edited(let edited): edited.facts
        case .archived, .unarchived, .requested, .accepted, .declined, .reopened: nil
        }
    }
}

extension Book {
    mutating func want(_ payload: CoursePayload, by maker: Identifier?) {
        if let course = payload.subject(by: maker).course {
            courses.want(course)
            courseInstructors.want(course)
        }
        switch payload {
        case .created(let created): if let venue = created.facts.venue { wantVenue(venue) }
        case .edited(let edited):
            editTimes.want(edited.course)
            if let venue = edited.facts.venue {
                wantVenue(venue)
                plans.want(edited.course)
            }
            if edited.facts.isOpen == true { requests.want(edited.course) }
            if edited.isAboutInstructorsAlone, let maker { people.want(maker) }
            if let person = edited.instructorAdded { people.want(person) }
            if let person = edited.instructorRemoved {
                people.want(person)
                sessions.want(person)
            }
        case .archived, .unarchived: break
        case .requested(let reference):
            if let maker { wantEnrolment(Pair(reference.course, maker)) }
        case .accepted(let reference), .declined(let reference), .reopened(let reference):
            wantEnrolment(Pair(reference.course, reference.person))
        }
    }

    private mutating func wantEnrolment(_ key: Pair) {
        enrolments.want(key)
        people.want(key.second)
    }

    mutating func apply(_ payload: CoursePayload) throws(Stop) {
        switch payload {
        case .created(let created): try apply(created)
        case .edited(let edited): try apply(edited)
        case .archived(let reference): try setArchived(reference.course, true)
        case .unarchived(let reference): try setArchived(reference.course, false)
        case .requested(let reference): try request(reference)
        case .accepted(let reference): try accept(reference)
        case .declined(let reference): try decline(reference)
        case .reopened(let reference): try reopen(reference)
        }
    }
}
