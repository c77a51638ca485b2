import Classroom
import Hummingbird
import Pages
import Store

extension CoursePage {
    static func load(_ site: Site, _ course: Course, _ request: Request, for person: Person) async throws -> CoursePage
    {
        async let instructors = site.store.instructors(of: course.id)
        async let coming = site.store.classes(of: course.id, .coming, after: request.optionalQuery("coming"))
        async let past = site.store.classes(of: course.id, .past, after: request.optionalQuery("past"))
        let (next, before) = try await (coming, past)
        let teaches = person.role == .instructor
        let own =
            teaches ? [:] : try await site.store.attendance(of: person, at: next.elements + before.elements)
        let counts = teaches ? try await site.store.enrolmentCounts(in: course.id) : nil
        let calendar = site.calendar.inZone(of: course)
        func part(_ list: ListPage<ClassSession>, _ name: String) -> (cards: [ClassSessionView], more: String?) {
            let cards = list.elements.map {
                ClassSessionView($0, calendar, own: own[$0.id], isStudent: !teaches, since: course.since, now: .now)
            }
            return (cards, list.next.map { href("/courses/\(course.id)", [(name, $0.text)]) })
        }
        return CoursePage(
            course, student: teaches ? nil : person.id, calendar, home: site.calendar.timeZone,
            instructors: try await instructors, coming: part(next, "coming"), past: part(before, "past"),
            counts: counts.map { ($0[.accepted] ?? 0, $0[.requested] ?? 0) })
    }
}
