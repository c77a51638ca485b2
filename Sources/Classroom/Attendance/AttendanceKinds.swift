extension Kind {
    public static let attendanceOpened = Kind("attendance.opened", by: .instructors, columns: .class) {
        .attendance(.turned(AttendanceTurned(.opened, from: &$0)))
    }
    public static let attendanceClosed = Kind("attendance.closed", by: .instructors, columns: .class) {
        .attendance(.turned(AttendanceTurned(.closed, from: &$0)))
    }
    public static let attendanceAsked = Kind("attendance.asked", by: .instructors, columns: .class) {
        .attendance(.asked(AttendanceAsked(from: &$0)))
    }
    public static let attendanceClaimed = Kind("attendance.claimed", by: .everyone, columns: .class) {
        .attendance(.claimed(AttendanceClaimed(from: &$0)))
    }
    public static let attendanceConfirmed = Kind("attendance.confirmed", by: .everyone, columns: .class) {
        .attendance(.confirmed(AttendanceClaimed(from: &$0)))
    }
    public static let attendanceMarked = Kind("attendance.marked", by: .instructors, columns: [.class, .person]) {
        .attendance(.marked(AttendanceReference(from: &$0)))
    }
    public static let attendanceCleared = Kind("attendance.cleared", by: .instructors, columns: [.class, .person]) {
        .attendance(.cleared(AttendanceReference(from: &$0)))
    }
    public static let attendanceWithdrawn = Kind(
        "attendance.withdrawn", by: .instructors, columns: [.class, .person]
    ) { .attendance(.withdrawn(AttendanceReference(from: &$0, takesBack: true))) }
    public static let reconfirmationRequested = Kind(
        "reconfirmation.requested", by: .instructors, columns: .class
    ) { .attendance(.reconfirmationRequested(ReconfirmationRequested(from: &$0))) }
    public static let reconfirmationWithdrawn = Kind(
        "reconfirmation.withdrawn", by: .instructors, columns: .class
    ) { .attendance(.reconfirmationWithdrawn(ReconfirmationReference(from: &$0))) }

    static let ofAttendance: [Kind] = [
        attendanceOpened, attendanceClosed, attendanceAsked, attendanceClaimed, attendanceConfirmed, attendanceMarked,
        attendanceCleared, attendanceWithdrawn, reconfirmationRequested, reconfirmationWithdrawn,
    ]
}

/// What entries say of who is at a class, and of how that is shown.
public indirect enum AttendancePayload: Sendable {
    case turned(AttendanceTurned)
    case asked(AttendanceAsked)
    case claimed(AttendanceClaimed)
    case confirmed(AttendanceClaimed)
    case marked(AttendanceReference)
    case cleared(AttendanceReference)
    case withdrawn(AttendanceReference)
    case reconfirmationRequested(ReconfirmationRequested)
    case reconfirmationWithdrawn(ReconfirmationReference)

    func subject(by maker: Identifier?) -> Subject {
        switch self {
        case .turned(let turned): Subject(classID: turned.classID)
        case .asked(let asked): Subject(classID: asked.classID)
        case .claimed(let claimed), .confirmed(let claimed): Subject(classID: claimed.classID, person: maker)
        case .marked(let reference), .cleared(let reference), .withdrawn(let reference):
            Subject(classID: reference.classID, person: reference.person)
        case .reconfirmationRequested(let requested): Subject(classID: requested.classID)
        case .reconfirmationWithdrawn(let reference): Subject(classID: reference.classID)
        }
    }
}

extension Book {
    mutating func want(_ payload: AttendancePayload, by maker: Identifier?) {
        switch payload {
        case .turned(let turned):
            wantOwnClass(turned.classID)
            wantEvents(of: turned.classID)
        case .asked(let asked): wantOwnClass(asked.classID)
        case .claimed(let claimed): wantClaim(to: claimed.classID, by: maker)
        case .confirmed(let claimed):
            wantClaim(to: claimed.classID, by: maker)
            if let asked = wantReconfirmation(of: claimed.classID), let maker { reconfirmed.want(Pair(asked, maker)) }
        case .marked(let reference), .cleared(let reference), .withdrawn(let reference): wantMark(reference)
        case .reconfirmationRequested(let requested):
            wantOwnClass(requested.classID)
            reconfirmations.want(requested.reconfirmation)
        case .reconfirmationWithdrawn(let reference):
            wantOwnClass(reference.classID)
            reconfirmations.want(reference.reconfirmation)
        }
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
        if place(of: reference.classID)?.course != nil { events.want(reference.classID) }
    }

    private mutating func wantReconfirmation(of session: Identifier) -> Identifier? {
        reconfirmationsOfClass.want(session)
        let asked = reconfirmations.all { $0.session == session && !$0.isWithdrawn }
        return asked.max { $0.at < $1.at }?.id
    }

    mutating func apply(_ payload: AttendancePayload) throws(Stop) {
        switch payload {
        case .turned(let turned): try apply(turned)
        case .asked(let asked): try apply(asked)
        case .claimed(let claimed): try apply(claimed)
        case .confirmed(let claimed): try confirm(claimed)
        case .marked(let reference): try mark(reference, .attendanceMarked)
        case .cleared(let reference): try mark(reference, .attendanceCleared)
        case .withdrawn(let reference): try withdraw(reference)
        case .reconfirmationRequested(let requested): try apply(requested)
        case .reconfirmationWithdrawn(let reference): try withdraw(reference)
        }
    }
}
