import Classroom
import Hummingbird
import Pages
import Store

/// Page in the place of a class whose code a student has scanned without taking the course: with the way to register.
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
    /// Answers a request for the class in its path. Who has scanned its code and does not take the course is offered the course.
    func answer(
        _ request: Request, _ context: SignedInContext, orOffer answer: () async throws -> Response
    ) async throws -> Response {
        do { return try await answer() } catch Problem.notFound {
            let isScan = ["ticket", "scan"].contains { !request.query($0).isEmpty }
            guard isScan, !request.wantsJSON, context.person.role == .student,
                let course = try await store.course(ofClass: context.identifier(), offeredTo: context.person)
            else { throw Problem.notFound }
            let page = OfferedCoursePage(course, for: context.person, calendar)
            var response = try self.answer(page, request, context.signedIn)
            response.status = .notFound
            return response
        }
    }
}
