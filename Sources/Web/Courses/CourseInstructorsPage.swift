import Classroom
import Pages
import Store

extension CourseInstructorsPage {
    static func load(_ site: Site, _ course: Course, for person: Person) async throws -> CourseInstructorsPage {
        async let teaching = site.store.instructors(of: course.id)
        async let all = site.store.allInstructors()
        return try await CourseInstructorsPage(course, teaching: teaching, all: all, for: person.id)
    }
}
