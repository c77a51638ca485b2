import Classroom
import Hummingbird
import Pages
import Store

extension QuestionsPage {
    static func load(
        _ site: Site, _ session: ClassSession, of id: Identifier, _ request: Request, for person: Person
    ) async throws -> QuestionsPage {
        let teaches = person.role == .instructor
        async let counts = site.store.questionCounts(of: session.id, for: person.id, showingHidden: teaches)
        async let part = site.store.questions(
            of: session.id, for: person.id, showingHidden: teaches, after: request.optionalQuery("after"))
        let course = try await site.store.course(id, for: person)
        let own = try await site.store.attendance(of: person, at: [session])[session.id]
        let calendar = site.calendar.inZone(of: course)
        let more = try await part.next.map { href("/classes/\(session.id)/questions", [("after", $0.text)]) }
        return try await QuestionsPage(
            session, of: CourseLink(course),
            card: ClassSessionView(session, calendar, own: own, isStudent: !teaches, since: course.since, now: .now),
            teaches: teaches,
            problem: Questions.problem(askers: course.askers, isPresent: own?.state == .present), part.elements,
            counts: counts, more: more, calendar)
    }
}
