/// What entries need, as far as it can be told before they are applied.
extension Book {
    /// Asks for the rows that an entry needs. Rows that are there may ask for others, so this is repeated until nothing
    /// more is wanted; what it misses, applying the entry asks for.
    public mutating func want(_ payload: EntryPayload, by maker: Identifier?) {
        switch payload {
        case .personAdded, .personRegistered, .personEdited, .personNumbered, .personDeactivated, .personActivated,
            .personPictured, .personRoleChanged, .studentTypeSaved, .studentTypeDeleted, .studentTypeRestored:
            wantRoster(payload, by: maker)
        case .venueSaved, .courseCreated, .courseEdited, .enrolmentRequested, .enrolmentAccepted, .enrolmentDeclined:
            wantCourse(payload, by: maker)
        case .attendanceClaimed(let claimed): wantClaim(to: claimed.classID, by: maker)
        case .attendanceConfirmed(let claimed):
            wantClaim(to: claimed.classID, by: maker)
            if let asked = wantReconfirmation(of: claimed.classID), let maker { reconfirmed.want(Pair(asked, maker)) }
        case .attendanceMarked(let reference), .attendanceCleared(let reference), .attendanceWithdrawn(let reference):
            wantMark(reference)
        case .questionAsked, .questionVoted, .questionAnswered, .questionReopened, .questionHidden, .questionShown:
            wantQuestion(payload, by: maker)
        case .trainingLogged(let logged): trainings.want(logged.training)
        case .trainingDeleted(let reference), .trainingRestored(let reference): trainings.want(reference.training)
        case .deviceNearby(let entry):
            wantClass(entry.classID)
            if let maker { nearby.want(Pair(entry.classID, maker)) }
            wantEnrolment(at: entry.classID, of: maker)
        case .notificationsChosen(let chosen):
            if let maker { choices.want(ChoiceRow.Key(person: maker, topic: chosen.topic)) }
        default: wantSession(payload, by: maker)
        }
    }

    private mutating func wantRoster(_ payload: EntryPayload, by maker: Identifier?) {
        if let person = payload.personID(maker: maker) { people.want(person) }
        switch payload {
        case .personAdded(let added):
            if let studentID = added.studentID { studentIDs.want(TextKey(studentID.text)) }
            if let type = added.type { studentTypes.want(type) }
            if added.role == .instructor { owners.want(true) }
        case .personEdited(let edited): if case .set(let type) = edited.type { studentTypes.want(type) }
        case .personNumbered(let numbered):
            if let studentID = numbered.studentID { studentIDs.want(TextKey(studentID.text)) }
        case .personDeactivated, .personActivated: owners.want(true)
        case .personRoleChanged(let changed):
            owners.want(true)
            sessions.want(changed.person)
        case .personPictured(let pictured):
            if case .stored(let hash) = pictured.picture { pictures.want(TextKey(hash)) }
        case .studentTypeSaved(let saved):
            studentTypes.want(saved.type)
            typeNames.want(TextKey(fold(saved.name)))
        case .studentTypeDeleted(let reference), .studentTypeRestored(let reference):
            studentTypes.want(reference.type)
            if let type = studentTypes.loaded(reference.type) { typeNames.want(TextKey(fold(type.name))) }
        default: break
        }
    }

    private mutating func wantCourse(_ payload: EntryPayload, by maker: Identifier?) {
        if let course = payload.courseID {
            courses.want(course)
            courseInstructors.want(course)
        }
        switch payload {
        case .venueSaved(let saved): venues.want(saved.venue)
        case .courseCreated(let created): if let venue = created.facts.venue { venues.want(venue) }
        case .courseEdited(let edited):
            if let venue = edited.facts.venue {
                venues.want(venue)
                plans.want(edited.course)
            }
            if edited.facts.isOpen == true { requests.want(edited.course) }
            if let person = edited.instructorAdded { people.want(person) }
        case .enrolmentRequested(let reference):
            if let maker { wantEnrolment(Pair(reference.course, maker)) }
        case .enrolmentAccepted(let reference), .enrolmentDeclined(let reference):
            wantEnrolment(Pair(reference.course, reference.person))
        default: break
        }
    }

    private mutating func wantEnrolment(_ key: Pair) {
        enrolments.want(key)
        people.want(key.second)
    }

    /// A class, with its course and venue once it is there.
    private mutating func wantClass(_ id: Identifier) {
        classes.want(id)
        guard let session = classes.loaded(id) else { return }
        venues.want(session.venue)
        guard let course = session.course else { return }
        courses.want(course)
    }

    private mutating func wantOwnClass(_ id: Identifier) {
        wantClass(id)
        if let course = classes.loaded(id)?.course { courseInstructors.want(course) }
    }

    private mutating func wantEnrolment(at session: Identifier, of person: Identifier?) {
        if let person, let course = classes.loaded(session)?.course { enrolments.want(Pair(course, person)) }
    }

    private mutating func wantClaim(to session: Identifier, by maker: Identifier?) {
        wantClass(session)
        events.want(session)
        guard let maker else { return }
        wantEnrolment(at: session, of: maker)
        let key = Pair(session, maker)
        marks.want(key)
        if marks.loaded(key) != nil { words.want(key) }
    }

    private mutating func wantMark(_ reference: AttendanceReference) {
        wantOwnClass(reference.classID)
        people.want(reference.person)
        let key = Pair(reference.classID, reference.person)
        marks.want(key)
        words.want(key)
        if classes.loaded(reference.classID)?.course != nil { events.want(reference.classID) }
    }

    private mutating func wantReconfirmation(of session: Identifier) -> Identifier? {
        reconfirmationsOfClass.want(session)
        let asked = reconfirmations.all { $0.session == session && !$0.isWithdrawn }
        return asked.max { $0.at < $1.at }?.id
    }

    private mutating func wantQuestion(_ payload: EntryPayload, by maker: Identifier?) {
        if let session = payload.classID {
            wantOwnClass(session)
            events.want(session)
            wantEnrolment(at: session, of: maker)
        }
        switch payload {
        case .questionAsked(let asked):
            questions.want(asked.question)
            if let maker { marks.want(Pair(asked.classID, maker)) }
        case .questionVoted(let voted):
            questions.want(voted.question)
            if let maker { votes.want(Pair(voted.question, maker)) }
        case .questionAnswered(let reference), .questionReopened(let reference), .questionHidden(let reference),
            .questionShown(let reference):
            questions.want(reference.question)
        default: break
        }
    }

    /// What entries about a class itself need.
    private mutating func wantSession(_ payload: EntryPayload, by maker: Identifier?) {
        guard let id = payload.classID else { return }
        wantOwnClass(id)
        switch payload {
        case .classScheduled(let scheduled):
            courses.want(scheduled.course)
            courseInstructors.want(scheduled.course)
            if let venue = scheduled.venue ?? courses.loaded(scheduled.course)?.venue { venues.want(venue) }
        case .classStarted(let started):
            venues.want(started.venue)
            if let maker { sessions.want(maker) }
            events.want(id)
            if classes.loaded(id)?.course != nil { claims.want(id) }
        case .classStep, .attendanceTurned:
            events.want(id)
            if classes.loaded(id)?.course != nil { claims.want(id) }
        case .reconfirmationRequested(let requested): reconfirmations.want(requested.reconfirmation)
        case .reconfirmationWithdrawn(let reference): reconfirmations.want(reference.reconfirmation)
        default: break
        }
    }
}
