import Classroom

/// Student's view of a class's attendance: whether it is open and, if not, why and what to do.
public final class PresenceView: Modelled, Sendable {
    let id: String
    let person: String
    let name: String
    let avatar: Avatar
    let venue: String
    /// State of attendance: notYet, open, closed or over.
    let window: String
    /// Own attendance: present, absent or unconfirmed; `nil` if undecided.
    let state: String?
    let isPresent: Bool
    let isUnconfirmed: Bool
    let isOver: Bool
    /// Whether the student can claim to be present.
    let canClaim: Bool
    /// Whether the student might be able to claim by now, as far as a device without signal can know.
    let mayClaim: Bool
    /// From when on, in milliseconds since 1970.
    let mayClaimFrom: Int64
    /// What the class asks for, as in the course's `evidence`.
    let evidence: String
    let takesLocation: Bool
    let takesCode: Bool
    let takesNetwork: Bool
    /// Whether all that counts is needed.
    let needsAll: Bool
    /// Whether nobody is present without a code.
    let needsCode: Bool
    /// Whether there is a field for a code.
    let asksCode: Bool
    /// Instructor's question whether the student is still there, while it can be answered.
    let reconfirm: ReconfirmView?
    let statusText: String
    let reasonText: String
    /// Geofence; `nil` before there is one.
    let fence: Fence?

    final class Fence: Modelled, Sendable {
        let latitude: Double
        let longitude: Double
        /// Radius in metres.
        let radius: Double
        /// Worst accepted accuracy in metres.
        let accuracy: Double

        init(_ fence: Geofence, accuracy: Double) {
            (latitude, longitude) = (fence.centre.latitude, fence.centre.longitude)
            (radius, self.accuracy) = (fence.radius, accuracy)
        }

        var model: Model {
            var object = ModelObject()
            object.add("latitude", latitude)
            object.add("longitude", longitude)
            object.add("radius", radius)
            object.add("accuracy", accuracy)
            return object.model
        }
    }

    /// - Parameters:
    ///   - policy: of the class.
    ///   - own: the student's attendance; `nil` if there is none.
    ///   - joined: since when the student takes the course.
    ///   - asked: the latest question whether those present are still there, and the student's answer.
    ///   - calendar: the course's.
    public init(
        _ session: ClassSession, _ policy: AttendancePolicy, _ student: Person, _ own: Attendance?,
        since joined: Instant?,
        _ asked: (asked: Reconfirmation, answer: Reconfirmed?)?, _ calendar: WallCalendar, now: Instant
    ) {
        id = session.id.text
        person = student.id.text
        name = student.name.full
        avatar = Avatar(student)
        venue = session.venue
        let window = AttendanceWindow.State(session.phase, isOpen: session.isOpen)
        self.window = window.rawValue
        let known = session.state(of: own, since: joined)
        state = known?.rawValue
        isPresent = known == .present
        isUnconfirmed = known == .unconfirmed
        isOver = window == .over
        evidence = policy.evidence.rawValue
        takesLocation = policy.evidence.takesLocation
        takesCode = policy.evidence.takesCode
        takesNetwork = policy.evidence.takesNetwork
        needsAll = policy.evidence.needsAll
        needsCode = policy.evidence.needsCode
        let byStudents = policy.evidence != .instructor
        // Whoever came after the question has not been asked.
        let asked = asked.flatMap { asked in own?.mark.map { $0.at <= asked.asked.at } == true ? asked : nil }
        reconfirm =
            known == .present && session.isInSession
            ? asked.map { ReconfirmView($0.asked, $0.answer, calendar, now: now) } : nil
        let isAsked = reconfirm.map { !$0.isDone } ?? false
        asksCode = policy.evidence.takesCode && (known != .present && window != .over || isAsked)
        canClaim = byStudents && window == .open && known != .present
        mayClaim = byStudents && window != .over && known != .present
        mayClaimFrom = session.mayHaveBegunFrom
        let wording = own?.mark.map { MarkWording($0, calendar) }
        let how = wording?.forStudent(markedBy: own?.markedBy)
        (statusText, reasonText) = Self.words(window, known, how: how, policy.evidence, session, now)
        fence = session.fence.map { Fence($0, accuracy: policy.worstAccuracy) }
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("person", person)
        object.add("name", name)
        object.add("avatar", avatar)
        object.add("venue", venue)
        object.add("window", window)
        object.add("state", state)
        object.add("isPresent", isPresent)
        object.add("isUnconfirmed", isUnconfirmed)
        object.add("isOver", isOver)
        object.add("canClaim", canClaim)
        object.add("mayClaim", mayClaim)
        object.add("mayClaimFrom", mayClaimFrom)
        object.add("evidence", evidence)
        object.add("takesLocation", takesLocation)
        object.add("takesCode", takesCode)
        object.add("takesNetwork", takesNetwork)
        object.add("needsAll", needsAll)
        object.add("needsCode", needsCode)
        object.add("asksCode", asksCode)
        object.add("reconfirm", reconfirm)
        object.add("statusText", statusText)
        object.add("reasonText", reasonText)
        object.add("fence", fence)
        return object.model
    }

    private static func words(
        _ window: AttendanceWindow.State, _ state: Attendance.State?, how: String?,
        _ evidence: AttendancePolicy.Evidence, _ session: ClassSession, _ now: Instant
    ) -> (status: String, reason: String) {
        if session.phase == .cancelled { return ("This class is cancelled", "") }
        if session.isMissed(now) { return ("Nobody started this class", "So there is no attendance.") }
        if session.phase == .saved, state == nil { return ("This class is over", "You joined the course afterwards.") }
        switch state {
        case .present: return ("You are present", how ?? "")
        case .unconfirmed:
            return ("Needs confirmation", (how ?? "") + " Your instructor sees this and can confirm you.")
        case .absent where window == .over: return ("You were absent", how ?? "Nobody marked you present.")
        default: break
        }
        if evidence == .instructor { return ("Your instructor marks attendance", "You do not need to do anything.") }
        switch window {
        case .notYet: return ("Attendance is not open yet", "It opens when your instructor starts the class.")
        case .open: return asking(evidence, session.venue)
        case .closed: return ("Attendance is closed", "Ask your instructor to mark you.")
        case .over: return ("This class is over", "")
        }
    }

    private static func asking(
        _ evidence: AttendancePolicy.Evidence, _ venue: String
    ) -> (status: String, reason: String) {
        if evidence == .code {
            return ("Enter the code", "It is on the screen in class. You can also scan it with your phone’s camera.")
        }
        var needed = ""
        func need(_ isOne: Bool, _ what: String) {
            guard isOne else { return }
            needed += (needed.isEmpty ? "You need to " : evidence.needsAll ? ", and to " : ", or to ") + what
        }
        need(evidence.takesLocation, "be at " + venue)
        need(evidence.takesNetwork, "be on the same network as your instructor")
        need(evidence.takesCode, "have the code that is on the screen")
        return ("Drag yourself into the classroom", needed + ".")
    }
}
