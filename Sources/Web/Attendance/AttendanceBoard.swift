import Classroom
import Pages
import Store

/// Attendance at a class, for instructors.
struct AttendanceBoard: Modelled, Sendable {
    let id: String
    /// What can be done before it has started.
    let before: PlannedBoard
    let canOpen: Bool
    let canClose: Bool
    /// Address of the rotating code, while it counts.
    let codeHref: String?
    let canEnd: Bool
    /// Whether ending is offered here: beside a clock that is paused, saving is.
    let offersEnd: Bool
    /// Whether marks can be shown and made.
    let hasList: Bool
    /// Whether the class has started at a venue without a position.
    let lacksFence: Bool
    let lacksFenceText: String
    let present: Int
    let absent: Int
    let unconfirmed: Int
    let presentText: String
    let absentText: String
    let unconfirmedText: String
    let hasUnconfirmed: Bool
    let students: [Student]
    let nobody: Bool
    /// Whether those present can be asked to confirm that they are still there.
    let canReconfirm: Bool
    /// Time that they have, in minutes.
    let reconfirmMinutes = ReconfirmationRequested.usualLimit
    let reconfirm: ReconfirmBoard?
    /// Students whose claims are worth a look.
    let suspicions: [SuspicionView]
    let hasSuspicions: Bool
    /// What the class can ask for, while it is in session.
    let evidences: [Choice]
    /// Whether students on the network of the instructor's device receive tokens.
    let givesTokens: Bool

    struct Student: Modelled, Sendable {
        let id: String
        let name: String
        let studentID: String?
        let avatar: Avatar
        /// present, absent or unconfirmed.
        let state: String
        let isPresent: Bool
        let isUnconfirmed: Bool
        /// location, code, location and code, or instructor.
        let how: String?
        /// Distance from the venue in metres, rounded to 5 m; `nil` if unknown.
        let distance: Int?
        /// Accuracy in metres.
        let accuracy: Int?
        let noteText: String
        /// What the instructor is to think of.
        let tags: [String]

        var model: Model {
            [
                "id": id.model, "name": name.model, "studentID": studentID.model, "avatar": avatar.model,
                "state": state.model, "isPresent": isPresent.model, "isUnconfirmed": isUnconfirmed.model,
                "how": how.model, "distance": distance.model, "accuracy": accuracy.model, "noteText": noteText.model,
                "tags": tags.model,
            ]
        }
    }

    init(
        _ session: ClassSession, _ policy: AttendancePolicy, _ students: [Attendance], tags: [Identifier: [String]],
        _ suspicions: [Suspicion],
        _ asked: (asked: Reconfirmation, answers: [Identifier: Reconfirmed])?, _ calendar: WallCalendar, now: Instant
    ) {
        id = session.id.text
        before = PlannedBoard(session, now: now)
        canOpen = session.isInSession && !session.isOpen
        canClose = session.isInSession && session.isOpen
        codeHref = canClose && policy.evidence.takesCode ? "/classes/\(session.id)/code" : nil
        canEnd = session.isInSession
        offersEnd = session.phase == .running
        hasList = session.isInSession || session.phase == .saved
        lacksFence = session.isInSession && session.fence == nil && policy.evidence.takesLocation
        lacksFenceText =
            policy.evidence.takesLocation && policy.evidence != .location && !policy.evidence.needsAll
            ? "This venue has no position, so there is no geofence: whoever shows nothing else needs your confirmation."
            : "This venue has no position, so there is no geofence: every student needs your confirmation."
        self.students = students.map { Student($0, tags: tags[$0.student.id], calendar) }
        present = students.count { $0.state == .present }
        absent = students.count { $0.state == .absent }
        unconfirmed = students.count { $0.state == .unconfirmed }
        presentText = grouped(present)
        absentText = grouped(absent)
        unconfirmedText = grouped(unconfirmed)
        hasUnconfirmed = unconfirmed > 0
        nobody = students.isEmpty
        canReconfirm = session.isInSession && present > 0
        reconfirm =
            hasList
            ? asked.map { ReconfirmBoard($0.asked, $0.answers, students, calendar, now: now) } : nil
        let known = Dictionary(students.map { ($0.student.id, $0) }) { first, _ in first }
        self.suspicions = suspicions.compactMap { SuspicionView($0, known) }
        hasSuspicions = !self.suspicions.isEmpty
        evidences = session.isInSession ? AttendancePolicy.Evidence.choices(own: session.evidence) : []
        givesTokens = session.isInSession && session.isOpen && policy.evidence.takesNetwork
    }

    var model: Model {
        [
            "id": id.model, "venueID": before.venueID.model, "canStart": before.canStart.model,
            "planned": before.planned.model, "canMove": before.canMove.model,
            "canRestore": before.canRestore.model, "canOpen": canOpen.model, "canClose": canClose.model,
            "codeHref": codeHref.model, "canEnd": canEnd.model, "offersEnd": offersEnd.model, "hasList": hasList.model,
            "lacksFence": lacksFence.model, "lacksFenceText": lacksFenceText.model, "present": present.model,
            "absent": absent.model, "unconfirmed": unconfirmed.model, "presentText": presentText.model,
            "absentText": absentText.model, "unconfirmedText": unconfirmedText.model,
            "hasUnconfirmed": hasUnconfirmed.model,
            "students": students.model, "nobody": nobody.model, "canReconfirm": canReconfirm.model,
            "reconfirmMinutes": reconfirmMinutes.model, "reconfirm": reconfirm.model, "suspicions": suspicions.model,
            "hasSuspicions": hasSuspicions.model, "evidences": evidences.model, "givesTokens": givesTokens.model,
        ]
    }
}

extension AttendanceBoard.Student {
    init(_ attendance: Attendance, tags: [String]?, _ calendar: WallCalendar) {
        self.tags = tags ?? []
        let (student, mark) = (attendance.student, attendance.mark)
        id = student.id.text
        name = student.name.full
        studentID = student.studentID
        avatar = Avatar(student)
        state = attendance.state.rawValue
        isPresent = attendance.state == .present
        isUnconfirmed = attendance.state == .unconfirmed
        how = mark?.how.rawValue
        distance = mark?.distance.flatMap { Int(nearest: $0) }
        accuracy = mark?.accuracy.flatMap { Int(nearest: $0) }
        noteText = mark.map { MarkWording($0, calendar).forInstructor } ?? ""
    }
}
