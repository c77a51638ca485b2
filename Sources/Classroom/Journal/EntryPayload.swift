/// Event that an entry records, by the feature that it belongs to.
public enum EntryPayload: Sendable {
    case roster(RosterPayload)
    case course(CoursePayload)
    case session(ClassPayload)
    case attendance(AttendancePayload)
    case question(QuestionPayload)
    case training(TrainingPayload)
    case notification(NotificationPayload)
    case school(SchoolPayload)

    /// What the entry is about.
    ///
    /// - Parameter maker: who made it, since some entries are about their maker.
    public func subject(by maker: Identifier?) -> Subject {
        switch self {
        case .roster(let payload): payload.subject
        case .course(let payload): payload.subject(by: maker)
        case .session(let payload): payload.subject
        case .attendance(let payload): payload.subject(by: maker)
        case .question(let payload): payload.subject
        case .training: Subject(person: maker)
        case .notification(let payload): payload.subject(by: maker)
        case .school: Subject()
        }
    }

    /// Problem with the payload given the time of its entry; `nil` if there is none.
    func problem(at: Instant) -> FieldProblem? {
        switch self {
        case .training(.logged(let logged)): logged.problem(at: at)
        case .session(.recorded(let recorded)): recorded.time.problem(at: at)
        default: nil
        }
    }
}

/// What an entry is about. The journal is searched by it.
public struct Subject: Sendable {
    /// Class whose followers are told.
    public let classID: Identifier?
    /// Course, of events of a course itself and not of its classes.
    public let course: Identifier?
    public let person: Identifier?

    public init(classID: Identifier? = nil, course: Identifier? = nil, person: Identifier? = nil) {
        self.classID = classID
        self.course = course
        self.person = person
    }
}

extension Book {
    /// Asks for the rows that an entry needs, as far as it can be told before it is applied. Rows that are there may ask
    /// for others, so this is repeated until nothing more is wanted; what it misses, applying the entry asks for.
    public mutating func want(_ payload: EntryPayload, by maker: Identifier?) {
        if let maker { people.want(maker) }
        switch payload {
        case .roster(let payload): want(payload)
        case .course(let payload): want(payload, by: maker)
        case .session(let payload): want(payload, by: maker)
        case .attendance(let payload): want(payload, by: maker)
        case .question(let payload): want(payload, by: maker)
        case .training(let payload): want(payload)
        case .notification(let payload): want(payload, by: maker)
        case .school(let payload): want(payload)
        }
    }

    mutating func apply(_ payload: EntryPayload) throws(Stop) {
        switch payload {
        case .roster(let payload): try apply(payload)
        case .course(let payload): try apply(payload)
        case .session(let payload): try apply(payload)
        case .attendance(let payload): try apply(payload)
        case .question(let payload): try apply(payload)
        case .training(let payload): try apply(payload)
        case .notification(let payload): try apply(payload)
        case .school(let payload): try apply(payload)
        }
    }
}
