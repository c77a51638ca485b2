import Classroom
import Pages
import Store

/// Page of a course class, with links to its neighbours. Instructors see the attendance board, students their own
/// attendance.
struct CourseClassPage: Page {
    static let template = "courses/class"
    let title: String
    /// Address of the tab that led here.
    let tab: String?
    /// Address of the list of sessions, if it led here.
    let sessionsHref: String?
    var followed: String? { sessionsHref == nil ? card.id : nil }
    var list: String? { sessionsHref }
    let course: CourseLink
    /// Position among the course's classes: "3 of 300".
    let placeText: String
    let previous: ClassSessionView?
    let next: ClassSessionView?
    let card: ClassSessionView
    /// IANA name of the time zone in which all times of the page are written.
    let timeZone: String
    /// Whether the device's clock shows another time.
    let isAbroad: Bool
    let teaches: Bool
    /// Clock of a class in session, for instructors.
    let clock: ClassClock?
    /// Survey link of the class, or else of its course.
    let survey: String?
    /// Credit for the temperature.
    let weather: Attribution?
    let questionsHref: String
    let questionsText: String
    /// Attendance board, for instructors.
    let board: AttendanceBoard?
    /// When a class that is over took place, for instructors.
    let held: HeldView?
    /// Question when the class ended, if it goes on since long ago.
    let forgotten: ForgottenView?
    /// Own attendance, for students.
    let presence: PresenceView?
    /// Offer to be told of the start, for students before it.
    let nearby: NearbyView?

    /// - Parameters:
    ///   - device: the calendar of the one who looks.
    ///   - isListed: whether the list of sessions led here.
    static func load(
        _ site: Site, _ session: ClassSession, of id: Identifier, for person: Person, on device: WallCalendar,
        isListed: Bool
    ) async throws -> CourseClassPage {
        async let place = site.store.place(of: session)
        async let questions = site.store.questionCounts(
            of: session.id, for: person.id, showingHidden: person.role == .instructor)
        let course = try await site.store.course(id, for: person)
        let calendar = site.calendar.inZone(of: course)
        guard let place = try await place else { throw Problem.notFound }
        guard person.role == .student else {
            let students = try await site.store.attendance(at: session)
            let board = AttendanceBoard(
                session, session.policy(in: course), students,
                tags: try await site.store.tags(of: students.map(\.student.id)),
                try await site.store.signs(at: session, students),
                try await site.store.reconfirmation(of: session.id), calendar, now: .now)
            return CourseClassPage(
                session, course, place, calendar, device, own: [:], person, isListed: isListed,
                weather: site.weather.attribution, board: board, held: try await HeldView.load(site, session, calendar),
                forgotten: try await ForgottenView.load(site, session, calendar), presence: nil, try await questions)
        }
        let sessions = [session, place.previous, place.next].compactMap { $0 }
        let own = try await site.store.attendance(of: person, at: sessions)
        let asked = session.isInSession ? try await site.store.reconfirmation(of: session.id, for: person.id) : nil
        return CourseClassPage(
            session, course, place, calendar, device, own: own, person, isListed: false,
            weather: site.weather.attribution, board: nil, held: nil, forgotten: nil,
            presence: PresenceView(session, course, person, own[session.id], asked, calendar), try await questions)
    }

    private init(
        _ session: ClassSession, _ course: Course, _ place: ClassPlace, _ calendar: WallCalendar,
        _ device: WallCalendar, own: [Identifier: Attendance], _ person: Person, isListed: Bool,
        weather: Attribution?, board: AttendanceBoard?, held: HeldView?, forgotten: ForgottenView?,
        presence: PresenceView?, _ questions: (open: Int, all: Int)
    ) {
        func card(_ session: ClassSession) -> ClassSessionView {
            ClassSessionView(session, calendar, own: own[session.id], isStudent: person.role == .student)
        }
        title = course.title
        timeZone = course.timeZone
        let now = Instant.now
        isAbroad = device.dateAndTime(now) != calendar.dateAndTime(now)
        self.course = CourseLink(course)
        placeText = "\(grouped(place.number)) of \(grouped(place.count))"
        previous = place.previous.map(card)
        next = place.next.map(card)
        self.card = card(session)
        teaches = person.role == .instructor
        clock = teaches && session.isInSession ? ClassClock(session, calendar, now: now) : nil
        sessionsHref = isListed ? "/sessions" : nil
        tab = sessionsHref ?? (clock == nil ? "/courses" : "/class")
        self.weather = session.temperature == nil ? nil : weather
        let link = session.survey.isEmpty ? course.survey : session.survey
        survey = link.isEmpty ? nil : link
        questionsHref = "/classes/\(session.id)/questions"
        questionsText = QuestionsPage.words(questions)
        self.board = board
        (self.held, self.forgotten) = (held, forgotten)
        self.presence = presence
        nearby = presence.flatMap { _ in NearbyView(session, course) }
    }

    var model: Model {
        [
            "title": title.model, "course": course.model, "placeText": placeText.model, "previous": previous.model,
            "next": next.model, "card": card.model, "teaches": teaches.model,
            "clock": clock.model, "sessionsHref": sessionsHref.model, "survey": survey.model,
            "weather": weather.model, "questionsHref": questionsHref.model, "questionsText": questionsText.model,
            "board": board.model, "held": held.model, "forgotten": forgotten.model,
            "presence": presence.model, "nearby": nearby.model, "timeZone": timeZone.model, "isAbroad": isAbroad.model,
        ]
    }
}
