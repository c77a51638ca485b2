import Classroom
import Pages
import Store

extension CourseClassPage {
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
        let isStudent = person.role == .student
        let sessions = [session, place.previous, place.next].compactMap { $0 }
        let marks = isStudent ? try await site.store.attendance(of: person, at: sessions) : [:]
        let board = isStudent ? nil : try await AttendanceBoard.load(site, session, of: course, calendar)
        let others =
            isStudent || !session.isInSession
            ? [] : try await site.store.classesInSession(of: person.id, besides: session.id)
        return CourseClassPage(
            session, others: others, of: CourseLink(course), survey: course.survey, questions: try await questions,
            at: place, calendar,
            device: device, isListed: isListed && !isStudent, weather: site.weather.attribution, board: board,
            history: isStudent ? [] : try await ClassChangeWording.lines(session, site, calendar),
            forgotten: isStudent ? nil : try await ForgottenView.load(site, session, calendar),
            own: isStudent ? try await .load(site, session, of: course, person, marks[session.id], calendar) : nil,
            now: .now
        ) {
            ClassSessionView($0, calendar, own: marks[$0.id], isStudent: isStudent, since: course.since, now: .now)
        }
    }
}

extension CourseClassPage.OwnAttendance {
    fileprivate static func load(
        _ site: Site, _ session: ClassSession, of course: Course, _ student: Person, _ own: Attendance?,
        _ calendar: WallCalendar
    ) async throws -> Self {
        let asked = session.isInSession ? try await site.store.reconfirmation(of: session.id, for: student.id) : nil
        return Self(
            session, session.policy(in: course.policy), student, own, since: course.since, asked, calendar, now: .now)
    }
}

extension AttendanceBoard {
    /// Board of a class, for instructors.
    static func load(
        _ site: Site, _ session: ClassSession, of course: Course, _ calendar: WallCalendar
    ) async throws -> AttendanceBoard {
        let students = try await site.store.attendance(at: session)
        let tags = try await site.store.tags(of: students.map(\.student.id))
        let suspicions = try await SuspicionView.load(site, at: session.id, fence: session.fence, students)
        let asked = try await site.store.reconfirmation(of: session.id)
        let now = Instant.now
        return AttendanceBoard(
            session, asking: session.policy(in: course.policy).evidence, students,
            tags: students.map { tags[$0.student.id] ?? [] },
            suspicions: suspicions,
            reconfirm: asked.map { asked in
                ReconfirmBoard(
                    asked.asked, at: session, students.map { ($0, asked.answers[$0.student.id]) }, calendar, now: now)
            }, calendar, now: now)
    }
}
