import Classroom
import Pages
import Store

extension SeveralClassesPage {
    static func load(_ site: Site, _ course: Course) async throws -> SeveralClassesPage {
        async let planned = site.store.classes(of: course.id, .planned, most: mostClasses)
        async let venues = site.store.venues(near: nil)
        let (those, isPart) = try await (planned.elements, planned.next != nil)
        return try await SeveralClassesPage(
            course, those, isPart: isPart, venues, site.calendar.inZone(of: course))
    }
}
