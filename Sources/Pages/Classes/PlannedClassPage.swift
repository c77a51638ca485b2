import Classroom

/// Page of a course's class that has not started, as a device makes it: the server's, without its neighbours and what only
/// the server knows.
public struct PlannedClassPage: Page {
    public static let template = "courses/class"
    public let title: String
    public let course: CourseLink
    public let card: ClassSessionView
    public let board: PlannedBoard
    /// IANA name of the time zone in which all times of the page are written.
    public let timeZone: String
    /// Whether the clocks of the school show another time.
    public let isAbroad: Bool

    /// - Parameters:
    ///   - calendar: the course's.
    ///   - school: the calendar of the school.
    public init(
        _ session: ClassSession, of course: CourseLink, _ calendar: WallCalendar, school: WallCalendar, now: Instant
    ) {
        title = course.title
        self.course = course
        card = ClassSessionView(session, calendar, attendance: nil, isStudent: false, now: now)
        board = PlannedBoard(session, now: now)
        timeZone = calendar.timeZone
        isAbroad = !calendar.dateAndTime(now).isSame(as: school.dateAndTime(now))
    }

    public var model: Model {
        [
            "title": title.model, "course": course.model, "card": card.model, "board": board.model,
            "timeZone": timeZone.model, "isAbroad": isAbroad.model, "teaches": true.model, "placeText": "".model,
            "questionsHref": (card.href + "/questions").model, "questionsText": "Not on this device".model,
            "sessionsHref": .null, "previous": .null, "next": .null, "clock": .null, "survey": .null, "weather": .null,
            "held": .null, "forgotten": .null, "presence": .null, "nearby": .null,
        ]
    }
}
