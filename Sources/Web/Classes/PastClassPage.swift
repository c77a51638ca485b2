import Classroom
import Pages
import Store

extension PastClassPage {
    static func load(_ site: Site, for person: Person) async throws -> PastClassPage {
        PastClassPage(
            after: try await site.store.sessions(taughtBy: person.id, most: 1).elements.first, site.calendar,
            try await site.store.venues(near: nil), try await site.store.courseChoices(taughtBy: person.id), now: .now)
    }

    static func load(_ site: Site, _ session: ClassSession, for person: Person) async throws -> PastClassPage {
        var calendar = site.calendar
        if let course = session.course {
            calendar = calendar.inZone(of: try await site.store.course(course, for: person))
        }
        return PastClassPage(
            correcting: session, calendar, try await site.store.venues(near: nil),
            try await site.store.courseChoices(taughtBy: person.id, for: session.id))
    }
}
