import Classroom
import Pages
import Store

/// Student's view of a class's attendance: whether it is open and, if not, why and what to do.
struct PresenceView: Modelled, Sendable {
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

    struct Fence: Modelled, Sendable {
        let latitude: Double
        let longitude: Double
        /// Radius in metres.
        let radius: Double
        /// Worst accepted accuracy in metres.
        let accuracy: Double

        var model: Model {
            [
                "latitude": latitude.model, "longitude": longitude.model, "radius": radius.model,
                "accuracy": accuracy.model,
            ]
        }
    }

    init(
        _ session: ClassSession, _ course: Course, _ student: Person, _ own: Attendance?,
        _ asked: (asked: Reconfirmation, answer: Reconfirmed?)?, _ calendar: WallCalendar
    ) {
        id = session.id.text
        person = student.id.text
        name = student.name.full
        avatar = Avatar(student)
        venue = session.venue
        let window = AttendanceWindow.State(session.phase, isOpen: session.isOpen)
        self.window = window.rawValue
        let known = own?.state ?? (session.phase == .saved ? .absent : nil)
        state = known?.rawValue
        isPresent = known == .present
        isUnconfirmed = known == .unconfirmed
        isOver = window == .over
        let policy = session.policy(in: course)
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
            ? asked.map { ReconfirmView($0.asked, $0.answer, calendar, now: .now) } : nil
        let isAsked = reconfirm.map { !$0.isDone } ?? false
        asksCode = policy.evidence.takesCode && (known != .present && window != .over || isAsked)
        canClaim = byStudents && window == .open && known != .present
        mayClaim = byStudents && window != .over && known != .present
        let wording = own?.mark.map { MarkWording($0, calendar) }
        let how = wording?.forStudent(markedBy: own?.markedBy, venue: session.venue)
        (statusText, reasonText) = Self.words(window, known, how: how, policy.evidence, session)
        fence = session.fence.map {
            Fence(
                latitude: $0.centre.latitude, longitude: $0.centre.longitude, radius: $0.radius,
                accuracy: policy.worstAccuracy)
        }
    }

    var model: Model {
        [
            "id": id.model, "person": person.model, "name": name.model, "avatar": avatar.model, "venue": venue.model,
            "window": window.model, "state": state.model, "isPresent": isPresent.model,
            "isUnconfirmed": isUnconfirmed.model, "isOver": isOver.model, "canClaim": canClaim.model,
            "mayClaim": mayClaim.model, "evidence": evidence.model, "takesLocation": takesLocation.model,
            "takesCode": takesCode.model, "takesNetwork": takesNetwork.model, "needsAll": needsAll.model,
            "needsCode": needsCode.model, "asksCode": asksCode.model, "reconfirm": reconfirm.model,
            "statusText": statusText.model, "reasonText": reasonText.model, "fence": fence.model,
        ]
    }

    private static func words(
        _ window: AttendanceWindow.State, _ state: Attendance.State?, how: String?,
        _ evidence: AttendancePolicy.Evidence, _ session: ClassSession
    ) -> (status: String, reason: String) {
        if session.phase == .cancelled { return ("This class is cancelled", "") }
        if session.isMissed(.now) { return ("Nobody started this class", "So there is no attendance.") }
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
        let drag = "Drag yourself into the classroom"
        return switch evidence {
        case .location, .instructor: (drag, "You need to be at \(venue).")
        case .code: ("Enter the code", "It is on the screen in class. You can also scan it with your phone’s camera.")
        case .network: (drag, "You need to be on the same network as your instructor.")
        case .any: (drag, "You need to be at \(venue), or to have the code that is on the screen there.")
        case .all: (drag, "You need to be at \(venue), and to have the code that is on the screen there.")
        case .locationOrNetwork: (drag, "You need to be at \(venue), or on the same network as your instructor.")
        case .locationAndNetwork: (drag, "You need to be at \(venue), and on the same network as your instructor.")
        case .codeOrNetwork: (drag, "You need to be on your instructor’s network, or to have the code on the screen.")
        case .codeAndNetwork: (drag, "You need to be on your instructor’s network, and to have the code on the screen.")
        case .locationCodeOrNetwork:
            (drag, "You need to be at \(venue) or on your instructor’s network, or to have the code on the screen.")
        case .locationCodeAndNetwork:
            (drag, "You need to be at \(venue) and on your instructor’s network, and to have the code on the screen.")
        }
    }
}
