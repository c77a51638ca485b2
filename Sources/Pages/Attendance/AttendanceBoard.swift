import Classroom

/// Attendance at a class, for instructors.
public final class AttendanceBoard: Modelled, Sendable {
    public let id: String
    /// What can be done before it has started.
    public let before: PlannedBoard
    public let canOpen: Bool
    public let canClose: Bool
    /// Address of the rotating code, while it counts.
    public let codeHref: String?
    public let canEnd: Bool
    /// Whether ending is offered here: beside a clock that is paused, saving is.
    public let offersEnd: Bool
    /// Whether marks can be shown and made.
    public let hasList: Bool
    /// Whether the class has started at a venue without a position.
    public let lacksFence: Bool
    public let lacksFenceText: String
    public let present: Int
    public let absent: Int
    public let unconfirmed: Int
    public let presentText: String
    public let absentText: String
    public let unconfirmedText: String
    public let hasUnconfirmed: Bool
    public let students: [Student]
    public let nobody: Bool
    /// Whether those present can be asked to confirm that they are still there.
    public let canReconfirm: Bool
    /// Time that they have, in minutes.
    public let reconfirmMinutes = ReconfirmationRequested.usualLimit
    public let reconfirm: ReconfirmBoard?
    /// Students whose claims are worth a look.
    public let suspicions: [SuspicionView]
    public let hasSuspicions: Bool
    /// What the class can ask for, while it is in session.
    public let evidences: [Choice]
    /// Whether students on the network of the instructor's device receive tokens.
    public let givesTokens: Bool

    public final class Student: Modelled, Sendable {
        public let id: String
        public let name: String
        public let studentID: String?
        public let avatar: Avatar
        /// present, absent or unconfirmed.
        public let state: String
        public let isPresent: Bool
        public let isUnconfirmed: Bool
        /// location, code, location and code, or instructor.
        public let how: String?
        /// Distance from the venue in metres, rounded to 5 m; `nil` if unknown.
        public let distance: Int?
        /// Accuracy in metres.
        public let accuracy: Int?
        public let noteText: String
        /// What the instructor is to think of.
        public let tags: [String]

        init(_ attendance: Attendance, tags: [String], _ calendar: WallCalendar) {
            self.tags = tags
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

        public var model: Model {
            var object = ModelObject()
            object.add("id", id)
            object.add("name", name)
            object.add("studentID", studentID)
            object.add("avatar", avatar)
            object.add("state", state)
            object.add("isPresent", isPresent)
            object.add("isUnconfirmed", isUnconfirmed)
            object.add("how", how)
            object.add("distance", distance)
            object.add("accuracy", accuracy)
            object.add("noteText", noteText)
            object.add("tags", tags)
            return object.model
        }
    }

    /// - Parameters:
    ///   - evidence: what the class asks for.
    ///   - students: those enrolled, and others with a mark, by name.
    ///   - tags: of each of them.
    public init(
        _ session: ClassSession, asking evidence: AttendancePolicy.Evidence, _ students: [Attendance],
        tags: [[String]], suspicions: [SuspicionView], reconfirm: ReconfirmBoard?,
        _ calendar: WallCalendar, now: Instant
    ) {
        id = session.id.text
        before = PlannedBoard(session, calendar, now: now)
        canOpen = session.isInSession && !session.isOpen
        canClose = session.isInSession && session.isOpen
        codeHref = canClose && evidence.takesCode ? "/classes/" + id + "/code" : nil
        canEnd = session.isInSession
        offersEnd = session.phase == .running
        hasList = session.isInSession || session.phase == .saved
        lacksFence = session.isInSession && session.fence == nil && evidence.takesLocation
        lacksFenceText =
            evidence.takesLocation && evidence != .location && !evidence.needsAll
            ? "This venue has no position, so there is no geofence: whoever shows nothing else needs your confirmation."
            : "This venue has no position, so there is no geofence: every student needs your confirmation."
        self.students = students.indices.map { Student(students[$0], tags: tags[$0], calendar) }
        present = students.count { $0.state == .present }
        absent = students.count { $0.state == .absent }
        unconfirmed = students.count { $0.state == .unconfirmed }
        presentText = grouped(present)
        absentText = grouped(absent)
        unconfirmedText = grouped(unconfirmed)
        hasUnconfirmed = unconfirmed > 0
        nobody = students.isEmpty
        canReconfirm = session.isInSession && present > 0
        self.reconfirm = hasList ? reconfirm : nil
        self.suspicions = suspicions
        hasSuspicions = !suspicions.isEmpty
        evidences = session.isInSession ? AttendancePolicy.Evidence.choices(own: session.evidence) : []
        givesTokens = session.isInSession && session.isOpen && evidence.takesNetwork
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("venueID", before.venueID)
        object.add("canStart", before.canStart)
        object.add("earlyText", before.earlyText)
        object.add("planned", before.planned)
        object.add("canMove", before.canMove)
        object.add("canRestore", before.canRestore)
        object.add("canOpen", canOpen)
        object.add("canClose", canClose)
        object.add("codeHref", codeHref)
        object.add("canEnd", canEnd)
        object.add("offersEnd", offersEnd)
        object.add("hasList", hasList)
        object.add("lacksFence", lacksFence)
        object.add("lacksFenceText", lacksFenceText)
        object.add("present", present)
        object.add("absent", absent)
        object.add("unconfirmed", unconfirmed)
        object.add("presentText", presentText)
        object.add("absentText", absentText)
        object.add("unconfirmedText", unconfirmedText)
        object.add("hasUnconfirmed", hasUnconfirmed)
        object.add("students", students)
        object.add("nobody", nobody)
        object.add("canReconfirm", canReconfirm)
        object.add("reconfirmMinutes", reconfirmMinutes)
        object.add("reconfirm", reconfirm)
        object.add("suspicions", suspicions)
        object.add("hasSuspicions", hasSuspicions)
        object.add("evidences", evidences)
        object.add("givesTokens", givesTokens)
        return object.model
    }
}
