import Classroom

/// Attendance at a class, for instructors.
public final class AttendanceBoard: Modelled, Sendable {
    private let session: ClassSession
    /// What the class asks for.
    private let evidence: AttendancePolicy.Evidence
    /// Those enrolled, and others with a mark, by name.
    private let students: [Attendance]
    /// What the instructor is to think of, of each of them.
    private let tags: [[String]]
    /// Students whose claims are worth a look.
    private let suspicions: [SuspicionView]
    private let reconfirm: ReconfirmBoard?
    private let calendar: WallCalendar
    private let now: Instant

    /// Milliseconds before a class in which it is started without a question.
    private static let soon: Int64 = 3_600_000

    final class Student: Modelled, Sendable {
        private let attendance: Attendance
        /// What the instructor is to think of.
        private let tags: [String]
        private let calendar: WallCalendar

        init(_ attendance: Attendance, tags: [String], _ calendar: WallCalendar) {
            (self.attendance, self.tags, self.calendar) = (attendance, tags, calendar)
        }

        var model: Model {
            var object = ModelObject()
            let (student, mark) = (attendance.student, attendance.mark)
            object.add("id", student.id.text)
            object.add("name", student.name.full)
            object.add("studentID", student.studentID)
            object.add("avatar", Avatar(student))
            object.add("state", attendance.state.rawValue)
            object.add("isPresent", attendance.state == .present)
            object.add("isUnconfirmed", attendance.state == .unconfirmed)
            object.add("how", mark?.how.rawValue)
            // Metres from the venue, rounded to 5; null if unknown.
            object.add("distance", mark?.distance.flatMap { Int(nearest: $0) })
            object.add("accuracy", mark?.accuracy.flatMap { Int(nearest: $0) })
            object.add("noteText", mark.map { MarkWording($0, calendar).forInstructor } ?? "")
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
        (self.session, self.evidence, self.students, self.tags) = (session, evidence, students, tags)
        (self.suspicions, self.reconfirm, self.calendar, self.now) = (suspicions, reconfirm, calendar, now)
    }

    public var model: Model {
        var object = ModelObject()
        addDeeds(to: &object)
        addStudents(to: &object)
        return object.model
    }

    /// What can be done with the class.
    private func addDeeds(to object: inout ModelObject) {
        let (id, isInSession, isOpen) = (session.id.text, session.isInSession, session.isInSession && session.isOpen)
        let isPlanned = session.phase == .scheduled
        object.add("id", id)
        object.add("venueID", session.venueID.text)
        object.add("canStart", isPlanned)
        // When a class is planned that is not to begin for more than an hour: whoever starts it is asked.
        object.add(
            "earlyText",
            session.plannedAt.flatMap { $0.since(now) > Self.soon ? calendar.dateAndTime($0) : nil })
        object.add("planned", PlannedTime(session, now: now))
        object.add("canMove", isPlanned)
        object.add("canRestore", session.phase == .cancelled)
        object.add("canOpen", isInSession && !isOpen)
        object.add("canClose", isOpen)
        // The rotating code, while it counts.
        object.add("codeHref", isOpen && evidence.takesCode ? "/classes/" + id + "/code" : nil)
        object.add("canEnd", isInSession)
        // Beside a clock that is paused, saving is offered instead.
        object.add("offersEnd", session.phase == .running)
        // A venue without a position.
        object.add("lacksFence", isInSession && session.fence == nil && evidence.takesLocation)
        let isOneOfSeveral = evidence.takesLocation && evidence != .location && !evidence.needsAll
        object.add(
            "lacksFenceText",
            "This venue has no position, so there is no geofence: "
                + (isOneOfSeveral ? "whoever shows nothing else needs" : "every student needs") + " your confirmation.")
        // What the class can ask for, while it is in session.
        object.add("evidences", isInSession ? AttendancePolicy.Evidence.choices(own: session.evidence) : [])
        // Students on the network of the instructor's device receive tokens.
        object.add("givesTokens", isOpen && evidence.takesNetwork)
    }

    private func addStudents(to object: inout ModelObject) {
        var (rows, present, unconfirmed): ([Student], Int, Int) = ([], 0, 0)
        for (place, one) in students.enumerated() {
            if one.state == .present { present += 1 }
            if one.state == .unconfirmed { unconfirmed += 1 }
            rows.append(Student(one, tags: tags[place], calendar))
        }
        let (hasList, absent) = (session.isInSession || session.phase == .saved, rows.count - present - unconfirmed)
        // Marks can be shown and made.
        object.add("hasList", hasList)
        object.add("present", present)
        object.add("absent", absent)
        object.add("unconfirmed", unconfirmed)
        object.add("presentText", grouped(present))
        object.add("absentText", grouped(absent))
        object.add("unconfirmedText", grouped(unconfirmed))
        object.add("hasUnconfirmed", unconfirmed > 0)
        object.add("students", rows)
        object.add("nobody", rows.isEmpty)
        // Those present can be asked to confirm that they are still there, within so many minutes.
        object.add("canReconfirm", session.isInSession && present > 0)
        object.add("reconfirmMinutes", ReconfirmationRequested.usualLimit)
        object.add("reconfirm", hasList ? reconfirm : nil)
        object.add("suspicions", suspicions)
        object.add("hasSuspicions", !suspicions.isEmpty)
    }
}
