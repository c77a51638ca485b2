import Classroom
import Hummingbird
import Pages
import Store

/// Page in the place of a course, or of a class of it, that a student does not take: with the way to register.
struct OfferedCoursePage: Page {
    static let template = "courses/offered"
    let title: String
    let tab: String? = "/courses"
    let course: CourseView

    init(_ course: Course, for student: Person, _ calendar: WallCalendar) {
        title = course.title
        self.course = CourseView(course, for: student, calendar)
    }

    var model: Model { ["title": title.model, "course": course.model] }
}

extension Site {
    /// Answers a request for a course or a class by the identifier in its path. A student who does not take the course is offered it.
    func answer(
        _ request: Request, _ context: SignedInContext, orOffer answer: () async throws -> Response
    ) async throws -> Response {
        do { return try await answer() } catch Problem.notFound {
            let isForPeople = !request.wantsJSON && !request.wantsPlainText
            guard isForPeople, context.person.role == .student,
                let course = try await store.offeredCourse(context.identifier(), to: context.person)
            else { throw Problem.notFound }
            let page = OfferedCoursePage(course, for: context.person, calendar)
            var response = try self.answer(page, request, context.signedIn)
            response.status = .notFound
            return response
        }
    }
}
