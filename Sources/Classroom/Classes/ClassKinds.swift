extension Kind {
    public static let venueSaved = Kind("venue.saved", by: .instructors, columns: []) {
        .session(.venueSaved(VenueSaved(from: &$0)))
    }
    public static let venueHidden = Kind("venue.hidden", by: .instructors, columns: []) {
        .session(.venueHidden(VenueReference(from: &$0)))
    }
    public static let venueShown = Kind("venue.shown", by: .instructors, columns: []) {
        .session(.venueShown(VenueReference(from: &$0)))
    }
    public static let venueMerged = Kind("venue.merged", by: .instructors, columns: []) {
        .session(.venueMerged(VenueMerged(from: &$0)))
    }
    public static let venueSeparated = Kind("venue.separated", by: .instructors, columns: []) {
        .session(.venueSeparated(VenueReference(from: &$0)))
    }
    public static let classScheduled = Kind("class.scheduled", by: .instructors, columns: .class) {
        .session(.scheduled(ClassScheduled(from: &$0)))
    }
    public static let classStarted = Kind("class.started", by: .instructors, columns: .class) {
        .session(.started(ClassStarted(from: &$0)))
    }
    public static let classPaused = step("class.paused", .paused)
    public static let classResumed = step("class.resumed", .resumed)
    public static let classSaved = step("class.saved", .saved)
    public static let classDeleted = step("class.deleted", .deleted)
    public static let classRestored = step("class.restored", .restored)
    public static let classRecorded = Kind("class.recorded", by: .instructors, columns: .class) {
        .session(.recorded(ClassRecorded(from: &$0)))
    }
    public static let classCorrected = Kind("class.corrected", by: .instructors, columns: .class) {
        .session(.corrected(ClassCorrected(from: &$0)))
    }
    public static let classUnscheduled = step("class.unscheduled", .unscheduled)
    public static let classUnstarted = step("class.unstarted", .unstarted)
    public static let classMeasured = Kind("class.measured", by: .host, columns: .class) {
        .session(.measured(ClassMeasured(from: &$0)))
    }

    private static func step(_ name: String, _ step: ClassLifeCycle.Step) -> Kind {
        Kind(name, by: .instructors, columns: .class) { .session(.step(ClassStep(step, from: &$0))) }
    }

    static let ofClasses: [Kind] = [
        venueSaved, venueHidden, venueShown, venueMerged, venueSeparated, classScheduled, classStarted, classPaused,
        classResumed, classSaved, classDeleted, classRestored, classUnscheduled, classUnstarted, classRecorded,
        classCorrected, classMeasured,
    ]
}

/// What entries say of classes, and of the venues where they are.
public indirect enum ClassPayload: Sendable {
    case venueSaved(VenueSaved)
    case venueHidden(VenueReference)
    case venueShown(VenueReference)
    case venueMerged(VenueMerged)
    case venueSeparated(VenueReference)
    case scheduled(ClassScheduled)
    case started(ClassStarted)
    case step(ClassStep)
    case recorded(ClassRecorded)
    case corrected(ClassCorrected)
    case measured(ClassMeasured)

    public var subject: Subject {
        switch self {
        case .venueSaved, .venueHidden, .venueShown, .venueMerged, .venueSeparated: Subject()
        case .scheduled(let scheduled): Subject(classID: scheduled.classID)
        case .started(let started): Subject(classID: started.classID)
        case .step(let step): Subject(classID: step.classID)
        case .recorded(let recorded): Subject(classID: recorded.classID)
        case .corrected(let corrected): Subject(classID: corrected.classID)
        case .measured(let measured): Subject(classID: measured.classID)
        }
    }

    /// What it does to the class's life cycle; `nil` if nothing.
    public var event: AttendanceWindow.Event? {
        switch self {
        case .started: .step(.started)
        case .step(let step): step.event
        case .recorded(let recorded): .recorded(recorded.time)
        case .corrected(let corrected): .corrected(corrected.correction)
        case .venueSaved, .venueHidden, .venueShown, .venueMerged, .venueSeparated, .scheduled, .measured: nil
        }
    }
}

extension Book {
    mutating func want(_ payload: ClassPayload, by maker: Identifier?) {
        if let id = payload.subject.classID { wantOwnClass(id) }
        switch payload {
        case .venueSaved(let saved):
            venues.want(saved.venue)
            editTimes.want(saved.venue)
        case .venueHidden(let reference), .venueShown(let reference):
            venues.want(reference.venue)
            editTimes.want(reference.venue)
        case .venueSeparated(let reference):
            venues.want(reference.venue)
            mergedVenues.want(true)
        case .venueMerged(let merged):
            venues.want(merged.venue)
            venues.want(merged.into)
            mergedVenues.want(true)
        case .scheduled(let scheduled):
            courses.want(scheduled.course)
            editTimes.want(scheduled.classID)
            courseInstructors.want(scheduled.course)
            if let venue = scheduled.venue ?? courses.loaded(scheduled.course)?.venue { wantVenue(venue) }
        case .started(let started):
            wantVenue(started.venue)
            if let maker { sessions.want(maker) }
            wantEvents(of: started.classID)
        case .step(let step): wantEvents(of: step.classID)
        case .recorded(let recorded):
            wantEvents(of: recorded.classID)
            if let venue = recorded.venue { venues.want(venue) }
            if let course = recorded.course { wantCourse(course) }
        case .corrected(let corrected):
            wantEvents(of: corrected.classID)
            if let venue = corrected.correction.venue { venues.want(venue) }
            if case .set(let course) = corrected.correction.course { wantCourse(course) }
        case .measured: break
        }
    }

    mutating func apply(_ payload: ClassPayload) throws(Stop) {
        switch payload {
        case .venueSaved(let saved): try apply(saved)
        case .venueHidden(let reference): try setHidden(reference.venue, true)
        case .venueShown(let reference): try setHidden(reference.venue, false)
        case .venueMerged(let merged): try apply(merged)
        case .venueSeparated(let reference): try separate(reference.venue)
        case .scheduled(let scheduled): try apply(scheduled)
        case .started(let started): try apply(started)
        case .step(let step): try take(step.event, in: step.classID)
        case .recorded(let recorded): try apply(recorded)
        case .corrected(let corrected): try apply(corrected)
        case .measured(let measured): try apply(measured)
        }
    }

    private mutating func wantCourse(_ id: Identifier) {
        courses.want(id)
        courseInstructors.want(id)
    }

    /// Asks for a class, with its course and venue once it is there.
    mutating func wantClass(_ id: Identifier) {
        classes.want(id)
        guard let place = place(of: id) else { return }
        wantVenue(place.venue)
        guard let course = place.course else { return }
        courses.want(course)
    }

    /// Asks for a class, and for who teaches it.
    mutating func wantOwnClass(_ id: Identifier) {
        wantClass(id)
        if let course = place(of: id)?.course { courseInstructors.want(course) }
    }

    /// Asks for the events of a class, and for the claims that they decide on.
    mutating func wantEvents(of id: Identifier) {
        events.want(id)
        if place(of: id)?.course != nil { claims.want(id) }
    }

    /// Asks for somebody's enrolment in the course of a class, once the class is there.
    mutating func wantEnrolment(at session: Identifier, of person: Identifier?) {
        if let person, let course = place(of: session)?.course { enrolments.want(Pair(course, person)) }
    }
}
