import Classroom

/// What the entries of a device do to its book, until the server has them. They were judged before; the server may still
/// refuse them. What becomes of a row, Classroom says; which other rows an entry would need, is not asked.
extension DeviceBook {
    public mutating func apply(_ entry: PostedEntry) {
        guard let kind = entry.entryKind, let at = entry.instant else { return }
        var reader = FieldReader(entry.fields)
        switch kind.read(&reader) {
        case .roster(.added(let added)): add(added, at)
        case .roster(let roster):
            if let person = roster.subject.person { change(person, roster, at) } else { changeTypes(roster) }
        case .session(let told):
            if let session = told.subject.classID { tell(session, told, at) } else { changeVenues(told) }
        case .attendance(let payload): change(payload, at)
        case .course(let payload): change(payload, at)
        case .question(let payload): change(payload, at)
        case .training(let payload): change(payload, at)
        case .notification, .school: break
        }
    }

    private mutating func add(_ added: PersonAdded, _ at: Instant) {
        guard known(added.person) == nil else { return }
        let row = PersonRow(added, studentID: added.givesID ? StudentID(nextStudentID()) : added.studentID, at: at)
        put(DevicePerson(row, PersonDetailsRow(person: row.id), self))
    }

    private mutating func change(_ person: Identifier, _ payload: RosterPayload, _ at: Instant) {
        guard let known = known(person) else { return }
        var (row, details) = (known.row, known.details)
        switch payload {
        case .edited(let edited):
            row.take(edited)
            // The server refuses the whole.
            do throws(Stop) { try details.take(edited.details, edited.before, registered: "", fold: host.fold) } catch {
                return
            }
        case .numbered(let numbered): row.studentID = numbered.studentID
        case .activated: row.isActive = true
        case .deactivated: row.isActive = false
        case .removed: row.remove(at: at)
        case .restored: row.restore()
        case .pictured(let pictured): if pictured.isMeant(for: row) { row.picture = pictured.picture.shown }
        case .roleChanged(let changed):
            (row.role, row.isOwner) = (changed.role ?? row.role, changed.isOwner ?? row.isOwner)
        case .added, .registered, .merged, .typeSaved, .typeDeleted, .typeRestored: return
        }
        set(row, details)
    }

    @inline(never)
    private mutating func set(_ row: PersonRow, _ details: PersonDetailsRow) {
        if known(row.id) != nil { put(DevicePerson(row, details, self)) }
    }
}

/// Student types and venues.
extension DeviceBook {
    private mutating func changeTypes(_ payload: RosterPayload) {
        switch payload {
        case .typeSaved(let saved): set(StudentType(id: saved.type, name: saved.name, count: 0))
        case .typeDeleted(let deleted):
            let isUsed = people.contains { $0.row.type == deleted.type && !$0.isRemoved }
            guard !(deleted.onlyUnused && isUsed), let type = type(deleted.type) else { return }
            deletedTypes.append(type)
            types = types.filter { $0.id != type.id }
            showType(type.id)
        case .typeRestored(let reference):
            guard let type = deletedTypes.last(where: { $0.id == reference.type }) else { return }
            set(type)
        default: break
        }
    }

    private mutating func set(_ type: StudentType) {
        types = types.filter { $0.id != type.id }
        types.append(type)
        showType(type.id)
    }

    /// Shows a type, or none any more, with those who have it.
    private mutating func showType(_ type: Identifier) {
        for one in people where one.row.type == type { set(one.row, one.details) }
    }

    private mutating func changeVenues(_ payload: ClassPayload) {
        switch payload {
        case .venueSaved(let saved): set(VenueRow(saved, before: venue(saved.venue)?.row))
        case .venueHidden(let reference): change(reference.venue, isHidden: true)
        case .venueShown(let reference): change(reference.venue, isHidden: false)
        case .venueMerged(let merged): change(merged.venue, mergedInto: merged.into)
        case .venueSeparated(let reference): change(reference.venue)
        default: break
        }
    }

    /// - Parameter isHidden: `nil` if it is said what the venue was merged into, or that it was separated.
    private mutating func change(_ id: Identifier, isHidden: Bool? = nil, mergedInto: Identifier? = nil) {
        guard var row = venue(id)?.row else { return }
        if let isHidden { row.isHidden = isHidden } else { row.mergedInto = mergedInto }
        set(row)
    }

    private mutating func set(_ row: VenueRow) {
        let venue = DeviceVenue(row, host)
        areVenuesChangedHere = true
        if let place = venues.firstIndex(where: { $0.id == row.id }) {
            venues[place] = venue
        } else {
            venues.append(venue)
        }
    }
}

/// Courses, and who takes and teaches them.
extension DeviceBook {
    private mutating func change(_ payload: CoursePayload, _ at: Instant) {
        switch payload {
        case .created(let created):
            guard course(created.course) == nil, let row = CourseRow(created) else { return }
            courses.append(DeviceCourse(row, taughtBy: owner))
        case .edited(let edited): change(edited)
        case .archived(let reference): archive(reference.course, true)
        case .unarchived(let reference): archive(reference.course, false)
        case .accepted(let reference): enrol(reference, .accepted, reference.joined(at))
        case .declined(let reference): enrol(reference, .declined, at)
        case .reopened(let reference): enrol(reference, .requested, at)
        case .requested: break
        }
    }

    private mutating func change(_ edited: CourseEdited) {
        guard let known = course(edited.course) else { return }
        var (row, instructors) = (known.row, known.instructors)
        if let venue = edited.facts.venue {
            for one in classes where one.row.course == row.id && one.row.venue == row.venue && one.row.isPlanned {
                var moved = one.row
                moved.venue = venue
                set(moved)
            }
        }
        row.take(edited.facts)
        var course = known.with(row)
        if edited.facts.isOpen == true { course = course.acceptingAll() }
        if let person = edited.instructorRemoved ?? edited.instructorAdded {
            instructors = instructors.filter { $0 != person }
            if edited.instructorAdded != nil { instructors.append(person) }
            course = course.with(instructors, isOwn: instructors.contains(owner))
        }
        set(course)
    }

    private mutating func archive(_ id: Identifier, _ isArchived: Bool) {
        guard let known = course(id) else { return }
        var row = known.row
        row.isArchived = isArchived
        set(known.with(row))
    }

    private mutating func enrol(_ reference: EnrolmentReference, _ state: Enrolment, _ at: Instant) {
        if !teaches && state == .declined { return leave(reference.course) }
        if let known = course(reference.course) { set(known.with(reference.person, state, at)) }
    }

    /// The student who has this book takes a course no more.
    private mutating func leave(_ id: Identifier) {
        if let course = course(id) { leftCourses.append(course) }
        courses = courses.filter { $0.id != id }
        classes = classes.filter { $0.row.course != id }
    }

    private mutating func set(_ course: DeviceCourse) {
        if let place = courses.firstIndex(where: { $0.id == course.id }) { courses[place] = course }
    }
}

/// Classes.
extension DeviceBook {
    private mutating func tell(_ id: Identifier, _ payload: ClassPayload, _ at: Instant) {
        switch payload {
        case .scheduled(let scheduled): plan(scheduled)
        case .started(let started): begin(id, at: started.venue, of: nil, beganAt: at)
        case .recorded(let recorded):
            begin(id, at: recorded.venue, of: recorded.course, beganAt: recorded.time.start)
        default: break
        }
        if let event = payload.event { take(event, ToldEvent(payload, by: owner, at: at), in: id, at) }
    }

    private mutating func plan(_ scheduled: ClassScheduled) {
        guard var row = row(scheduled.classID, at: scheduled.venue, of: scheduled.course), row.isPlanned else { return }
        row.take(scheduled, at: row.venue)
        set(row)
    }

    /// Begins a class that is not known, or one that was planned.
    ///
    /// - Parameter course: of a class that is not known.
    private mutating func begin(_ id: Identifier, at venue: Identifier?, of course: Identifier?, beganAt: Instant) {
        guard var row = row(id, at: venue, of: course), row.startedAt == nil, row.phase != .deleted else { return }
        row.instructor = owner
        row.fence = self.venue(row.venue)?.row.fence
        if known(session: id) == nil { row.beganAt = beganAt }
        set(row)
    }

    /// Row of a class, or of a new one, at a venue; `nil` if the course of a new one is not known.
    ///
    /// - Parameter venue: `nil` for where it was planned, or for where the course's classes usually take place.
    private func row(_ id: Identifier, at venue: Identifier?, of course: Identifier?) -> ClassRow? {
        if var row = known(session: id)?.row {
            row.venue = venue ?? row.venue
            return row
        }
        let known = course.flatMap { self.course($0) }
        guard let venue = venue ?? known?.venue, course == known?.id else { return nil }
        return ClassRow(id: id, course: course, instructor: owner, venue: venue, phase: .scheduled)
    }

    private mutating func set(_ row: ClassRow) { set((known(session: row.id) ?? DeviceClass(row)).with(row)) }

    private mutating func take(
        _ event: AttendanceWindow.Event, _ told: ToldEvent?, in id: Identifier, _ at: Instant
    ) {
        guard let known = known(session: id) else { return }
        set(known.with(ClassEvent(event, at: at), told))
    }

    private mutating func change(_ payload: AttendancePayload, _ at: Instant) {
        switch payload {
        case .turned(let turned): take(.turn(turned.turn), nil, in: turned.classID, at)
        case .marked(let marked): mark(marked, isPresent: true, at)
        case .cleared(let cleared): mark(cleared, isPresent: false, at)
        case .withdrawn(let reference):
            if let known = known(session: reference.classID) { set(known.withdrawing(reference.person)) }
        case .asked(let asked):
            guard var row = known(session: asked.classID)?.row, row.isInSession || row.isPlanned else { return }
            row.evidence = asked.evidence
            set(row)
        case .reconfirmationRequested(let requested):
            guard let known = known(session: requested.classID), known.row.isInSession else { return }
            let ends = at.adding(milliseconds: Int64(requested.minutes) * 60_000)
            set(known.asking(Reconfirmation(id: requested.reconfirmation, at: at, ends: ends)))
        case .reconfirmationWithdrawn(let reference):
            if let known = known(session: reference.classID) { set(known.notAsking(reference.reconfirmation)) }
        case .claimed, .confirmed: break
        }
    }

    private mutating func mark(_ reference: AttendanceReference, isPresent: Bool, _ at: Instant) {
        guard let known = known(session: reference.classID), known.row.phase != .scheduled else { return }
        let mark = Mark(isPresent: isPresent, at: at, how: .instructor, maker: owner)
        set(known.with(DeviceMark(reference.person, mark)))
    }

    private mutating func change(_ payload: QuestionPayload, _ at: Instant) {
        guard let known = payload.subject.classID.flatMap({ known(session: $0) }) else { return }
        switch payload {
        case .voted(let voted):
            let vote = VoteRow(key: Pair(voted.question, owner), vote: voted.vote, at: at)
            set(known.with(question: voted.question) { $0.count(vote) })
        case .answered(let reference):
            set(known.with(question: reference.question) { $0.row.turn(answered: true, at: at) })
        case .reopened(let reference):
            set(known.with(question: reference.question) { $0.row.turn(answered: false, at: at) })
        case .hidden(let reference): set(known.with(question: reference.question) { $0.row.turn(hidden: true, at: at) })
        case .shown(let reference): set(known.with(question: reference.question) { $0.row.turn(hidden: false, at: at) })
        // Until the server has it, the page shows it as waiting.
        case .asked: break
        }
    }

    private mutating func change(_ payload: TrainingPayload, _ at: Instant) {
        switch payload {
        case .logged(let logged): log = log.with(TrainingRow(logged, person: owner))
        case .deleted(let reference): log = log.turning(reference.training, deleted: true, at: at)
        case .restored(let reference): log = log.turning(reference.training, deleted: false, at: at)
        }
    }

    /// Sets a class, and brings the sessions up to date that people attended: those saved.
    private mutating func set(_ session: DeviceClass) {
        guard let place = classes.firstIndex(where: { $0.row.id == session.row.id }) else {
            classes.append(session)
            return
        }
        let before = classes[place]
        classes[place] = session
        guard before.isSaved || session.isSaved else { return }
        if before.isSaved { count(before.present, -1) }
        if session.isSaved { count(session.present, 1) }
    }

    private mutating func count(_ present: [Identifier], _ change: Int64) {
        for one in present.compactMap({ known($0) }) {
            var row = one.row
            row.attended += change
            set(row, one.details)
        }
    }
}

extension PersonPictured.Picture {
    /// Hash of the picture, or the picture itself that only the device has.
    fileprivate var shown: String? {
        switch self {
        case .data(let data): "data:;base64," + data
        case .stored(let hash): hash
        case .none: nil
        }
    }
}
