import Classroom
import Store

/// Page of a course class, with links to its neighbours. Instructors see the attendance board, students their own
/// attendance.
struct CourseClassPage: Page {
    static let template = "courses/class"
    let title: String
    var tab: String? { "/courses" }
    let course: CourseLink
    /// Position among the course's classes: "3 of 300".
    let placeText: String
    let previous: ClassSessionView?
    let next: ClassSessionView?
    let card: ClassSessionView
    let teaches: Bool
    /// Survey link of the class, or else of its course.
    let survey: String?
    /// Credit for the temperature.
    let weather: Attribution?
    let questionsHref: String
    let questionsText: String
    /// Attendance board, for instructors.
    let board: AttendanceBoard?
    /// Own attendance, for students.
    let presence: PresenceView?

    static func load(
        _ site: Site, _ session: ClassSession, of id: Identifier, for person: Person
    ) async throws -> CourseClassPage {
        async let place = site.store.place(of: session)
        async let questions = site.store.questionCounts(
            of: session.id, for: person.id, showingHidden: person.role == .instructor)
        let course = try await site.store.course(id, for: person)
        let calendar = site.calendar.inZone(of: course)
        guard let place = try await place else { throw Problem.notFound }
        guard person.role == .student else {
            let students = try await site.store.attendance(at: session)
            return CourseClassPage(
                session, course, place, calendar, own: [:], person, weather: site.weather.attribution,
                board: AttendanceBoard(session, students, calendar), presence: nil, try await questions)
        }
        let sessions = [session, place.previous, place.next].compactMap { $0 }
        let own = try await site.store.attendance(of: person, at: sessions)
        return CourseClassPage(
            session, course, place, calendar, own: own, person, weather: site.weather.attribution, board: nil,
            presence: PresenceView(session, course, person, own[session.id], calendar), try await questions)
    }

    private init(
        _ session: ClassSession, _ course: Course, _ place: ClassPlace, _ calendar: WallCalendar,
        own: [Identifier: Attendance], _ person: Person, weather: Attribution?, board: AttendanceBoard?,
        presence: PresenceView?,
        _ questions: (open: Int, all: Int)
    ) {
        func card(_ session: ClassSession) -> ClassSessionView {
            ClassSessionView(session, calendar, own: own[session.id], isStudent: person.role == .student)
        }
        title = course.title
        self.course = CourseLink(course)
        placeText = "\(place.number) of \(place.count)"
        previous = place.previous.map(card)
        next = place.next.map(card)
        self.card = card(session)
        teaches = person.role == .instructor
        self.weather = session.temperature == nil ? nil : weather
        let link = session.survey.isEmpty ? course.survey : session.survey
        survey = link.isEmpty ? nil : link
        questionsHref = "/classes/\(session.id)/questions"
        questionsText = QuestionsPage.words(questions)
        self.board = board
        self.presence = presence
    }
}

/// Attendance at a class, for instructors.
struct AttendanceBoard: Encodable, Sendable {
    let id: String
    let venueID: String
    let canStart: Bool
    let canMove: Bool
    let canRestore: Bool
    let canOpen: Bool
    let canClose: Bool
    let canEnd: Bool
    /// Whether marks can be shown and made.
    let hasList: Bool
    /// Whether the class has started at a venue without a position.
    let lacksFence: Bool
    let present: Int
    let absent: Int
    let unconfirmed: Int
    let hasUnconfirmed: Bool
    let students: [Student]
    let nobody: Bool

    struct Student: Encodable, Sendable {
        let id: String
        let name: String
        let studentID: String?
        let avatar: Avatar
        /// present, absent or unconfirmed.
        let state: String
        let isPresent: Bool
        let isUnconfirmed: Bool
        let how: String?
        /// Distance from the venue in metres, rounded to 5 m; `nil` if unknown.
        let distance: Int?
        /// Accuracy in metres.
        let accuracy: Int?
        let noteText: String
    }

    init(_ session: ClassSession, _ students: [Attendance], _ calendar: WallCalendar) {
        id = session.id.text
        venueID = session.venueID.text
        canStart = session.phase == .scheduled
        canMove = session.phase == .scheduled
        canRestore = session.phase == .cancelled
        canOpen = session.isInSession && !session.isOpen
        canClose = session.isInSession && session.isOpen
        canEnd = session.isInSession
        hasList = session.isInSession || session.phase == .saved
        lacksFence = session.isInSession && session.fence == nil
        self.students = students.map { Student($0, calendar) }
        present = students.count { $0.state == .present }
        absent = students.count { $0.state == .absent }
        unconfirmed = students.count { $0.state == .unconfirmed }
        hasUnconfirmed = unconfirmed > 0
        nobody = students.isEmpty
    }
}

extension AttendanceBoard.Student {
    init(_ attendance: Attendance, _ calendar: WallCalendar) {
        let (student, mark) = (attendance.student, attendance.mark)
        id = student.id.text
        name = student.name.full
        studentID = student.studentID
        avatar = Avatar(student)
        state = attendance.state.rawValue
        isPresent = attendance.state == .present
        isUnconfirmed = attendance.state == .unconfirmed
        how = mark.map { $0.isByInstructor ? "instructor" : "location" }
        distance = mark?.distance.flatMap { Int(nearest: $0) }
        accuracy = mark?.accuracy.flatMap { Int(nearest: $0) }
        noteText = mark.map { MarkWording($0, calendar).forInstructor } ?? ""
    }
}
