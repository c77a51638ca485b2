import Classroom
import Hummingbird
import Pages
import Store

extension CourseStudentsPage {
    static func load(_ site: Site, _ course: Course, _ request: Request) async throws -> CourseStudentsPage {
        async let requested = site.store.students(.requested, in: course.id)
        async let enrolled = site.store.students(.accepted, in: course.id)
        let joined = try await site.store.joined(course.id)
        let search = request.query("search")
        let query = query(search, now: .now)
        let found = if let query { try await site.store.roster(query).elements } else { [Person]() }
        return try await CourseStudentsPage(
            course, requested: requested, enrolled: enrolled, joined: { joined[$0] }, found: found, search: search)
    }
}
