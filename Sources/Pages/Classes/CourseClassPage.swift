import Classroom

/// Page of a course class, with links to its neighbours. Instructors see the attendance board, students their own
/// attendance.
public final class CourseClassPage: Page, DevicePage {
    public static let template = "courses/class"
    public let title: String
    /// Address of the tab that led here.
    public let tab: String?
    /// Address of the list of sessions, if it led here.
    public let sessionsHref: String?
    public var followed: String? { sessionsHref == nil ? card.session.id.text : nil }
    public var list: String? { sessionsHref }
    public let course: CourseLink
    /// Position among the course's classes: "3 of 300".
    public let placeText: String
    public let previous: ClassSessionView?
    public let next: ClassSessionView?
    public let card: ClassSessionView
    /// IANA name of the time zone in which all times of the page are written.
    public let timeZone: String
    /// Whether the device's clock shows another time.
    public let isAbroad: Bool
    public let teaches: Bool
    /// Clock of a class in session, for instructors.
    public let clock: ClassClock?
    /// Survey link of the class, or else of its course.
    public let survey: String?
    /// Credit for the temperature.
    public let weather: Attribution?
    public let questionsHref: String
    public let questionsText: String
    /// Attendance board, for instructors.
    public let board: AttendanceBoard?
    /// When a class that is over took place, for instructors.
    public let held: HeldView?
    /// Question when the class ended, if it goes on since long ago.
    public let forgotten: ForgottenView?
    /// Own attendance of a student, and the offer to be told of the start.
    public let own: OwnAttendance?

    /// What students see of their own attendance.
    public final class OwnAttendance: Sendable {
        let presence: PresenceView
        let nearby: NearbyView?

        /// - Parameters: as of `PresenceView`.
        public init(
            _ session: ClassSession, _ policy: AttendancePolicy, _ student: Person, _ own: Attendance?,
            since joined: Instant?,
            _ asked: (asked: Reconfirmation, answer: Reconfirmed?)?, _ calendar: WallCalendar, now: Instant
        ) {
            presence = PresenceView(session, policy, student, own, since: joined, asked, calendar, now: now)
            nearby = NearbyView(session, policy)
        }
    }

    /// - Parameters:
    ///   - others: the instructor's other classes in session.
    ///   - survey: the course's.
    ///   - questions: how many there are, and how many are open.
    ///   - place: `nil` if it is not known.
    ///   - calendar: the course's.
    ///   - device: the calendar of the one who looks.
    ///   - isListed: whether the list of sessions led here.
    ///   - board: for instructors.
    ///   - history: what was put right of a class that is over, newest first, for instructors.
    ///   - card: head of a class.
    public init(
        _ session: ClassSession, others: [ClassSession], of course: CourseLink, survey: String,
        questions: (open: Int, all: Int),
        at place: ClassPlace?, _ calendar: WallCalendar, device: WallCalendar, isListed: Bool, weather: Attribution?,
        board: AttendanceBoard?, history: [String], forgotten: ForgottenView?, own: OwnAttendance?, now: Instant,
        card: (ClassSession) -> ClassSessionView
    ) {
        title = course.title
        timeZone = calendar.timeZone
        isAbroad = !device.dateAndTime(now).isSame(as: calendar.dateAndTime(now))
        self.course = course
        placeText = place.map { grouped($0.number) + " of " + grouped($0.count) } ?? ""
        previous = place?.previous.map(card)
        next = place?.next.map(card)
        self.card = card(session)
        teaches = board != nil
        clock = board != nil && session.isInSession ? ClassClock(session, others: others, calendar, now: now) : nil
        sessionsHref = isListed ? "/sessions" : nil
        tab = sessionsHref ?? (clock == nil ? "/courses" : "/class")
        self.weather = session.temperature == nil ? nil : weather
        let link = session.survey.isEmpty ? survey : session.survey
        self.survey = link.isEmpty ? nil : link
        questionsHref = "/classes/" + session.id.text + "/questions"
        questionsText = QuestionsPage.count(questions, at: session)
        self.board = board
        held = board == nil ? nil : HeldView(session, calendar, history: history)
        self.forgotten = forgotten
        self.own = own
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("course", course)
        object.add("placeText", placeText)
        object.add("previous", previous)
        object.add("next", next)
        object.add("card", card)
        object.add("teaches", teaches)
        object.add("clock", clock)
        object.add("sessionsHref", sessionsHref)
        object.add("survey", survey)
        object.add("weather", weather)
        object.add("questionsHref", questionsHref)
        object.add("questionsText", questionsText)
        object.add("board", board)
        object.add("held", held)
        object.add("forgotten", forgotten)
        object.add("presence", (own?.presence).model)
        object.add("nearby", (own?.nearby).model)
        object.add("timeZone", timeZone)
        object.add("isAbroad", isAbroad)
        return object.model
    }
}
