import Classroom
import Pages
import Store

extension CourseFormPage {
    static func load(_ site: Site, _ course: Course?) async throws -> CourseFormPage {
        CourseFormPage(course, home: site.calendar.timeZone, venues: try await site.store.venues(near: nil))
    }
}
