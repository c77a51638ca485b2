import Classroom

/// What a device says no to while it cannot ask the server, by the rules that the server goes by. Of what the device does not
/// know, the server says later.
extension DeviceBook {
    /// Reason why an entry that comes next cannot be; `nil` if it can, as far as is known here.
    public func problem(with entry: PostedEntry) -> FieldProblem? {
        guard let kind = entry.entryKind, let at = entry.instant else { return nil }
        var reader = FieldReader(entry.fields)
        switch kind.read(&reader) {
        case .session(let told): return problem(told, at)
        case .attendance(let payload): return problem(payload, at)
        case .roster(let payload): return problem(payload)
        case .course(.accepted(let reference)): return absence(of: reference.person)
        case .course(.edited(let edited)): return problem(edited)
        case .course, .question, .training, .notification, .school: return nil
        }
    }

    private func problem(_ told: ClassPayload, _ at: Instant) -> FieldProblem? {
        guard let id = told.subject.classID, let event = told.event else { return nil }
        if case .started = told, let other = other(inSessionOf: owner, besides: id, at) {
            return .inSession(at: venueShown(other.row.venue)?.name ?? "")
        }
        return problem(event, in: id, at)
    }

    private func problem(_ event: AttendanceWindow.Event, in id: Identifier, _ at: Instant) -> FieldProblem? {
        guard let known = known(session: id) else { return nil }
        let told = ClassEvent(event, at: at)
        if let problem = known.problem(told) { return problem }
        if event == .step(.unstarted), !known.marks.isEmpty { return .somebodyMarked }
        // A start was looked at before.
        if event == .step(.started) || known.row.isInSession { return nil }
        guard known.with(told, nil).row.isInSession else { return nil }
        return other(inSessionOf: known.row.instructor, besides: id, at).map { _ in .anotherInSession }
    }

    private func other(inSessionOf instructor: Identifier, besides id: Identifier, _ at: Instant) -> DeviceClass? {
        for one in classes where one.row.isInTheWay(of: id, by: instructor, at: at) { return one }
        return nil
    }

    private func problem(_ payload: AttendancePayload, _ at: Instant) -> FieldProblem? {
        switch payload {
        case .turned(let turned): return problem(.turn(turned.turn), in: turned.classID, at)
        case .marked(let mark), .cleared(let mark):
            return known(session: mark.classID).flatMap { $0.row.unmarkable ?? absence(of: mark.person) }
        case .reconfirmationRequested(let requested):
            guard let known = known(session: requested.classID), !known.row.isInSession else { return nil }
            return .notInSession
        case .withdrawn, .asked, .reconfirmationWithdrawn, .claimed, .confirmed: return nil
        }
    }

    /// Reason why a person cannot be at a class, or in a course.
    private func absence(of person: Identifier) -> FieldProblem? {
        guard let row = known(person)?.row, row.removal?.into == nil else { return nil }
        if row.removal != nil { return .removed(row.name) }
        return row.studentID == nil ? .notOnRoster : nil
    }

    private func problem(_ payload: RosterPayload) -> FieldProblem? {
        switch payload {
        case .added(let added): return added.givesID ? nil : problem(added.studentID, of: added.person)
        case .numbered(let numbered): return problem(numbered.studentID, of: numbered.person)
        case .edited(let edited):
            guard var row = known(edited.person)?.row, row.removal == nil else { return nil }
            row.take(edited)
            return edited.problem(of: row.name)
        case .typeSaved(let saved): return problem(named: saved.name, saved.type)
        case .typeRestored(let reference):
            let type = deletedTypes.last { $0.id == reference.type }
            return type.flatMap { problem(named: $0.name, $0.id) }
        default: return nil
        }
    }

    private func problem(_ edited: CourseEdited) -> FieldProblem? {
        guard let person = edited.instructorRemoved else { return nil }
        let isTeaching = classes.contains { $0.row.isTaught(in: edited.course, by: person) }
        return isTeaching ? .instructorInSession : nil
    }

    private func problem(named name: String, _ type: Identifier) -> FieldProblem? {
        let name = host.fold(name)
        for other in types where other.id != type && host.fold(other.name).isSame(as: name) { return .typeNameTaken }
        return nil
    }

    private func problem(_ studentID: StudentID?, of person: Identifier) -> FieldProblem? {
        guard let studentID else { return nil }
        for one in people where one.id != person {
            if let other = one.row.studentID, other.text.isSame(as: studentID.text) {
                return .taken(studentID, by: one.row.name)
            }
        }
        return nil
    }
}

extension ClassEvent {
    /// What this device says happens to a class.
    init(_ event: AttendanceWindow.Event, at: Instant) {
        self.init(event, at: at, device: Identifier(high: 0, low: 0), sequence: .max)
    }
}
