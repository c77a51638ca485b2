import Classroom
import Hummingbird
import Pages
import Store

/// Routes for the attendance of a course: on the screen, as a file and on paper.
struct AttendanceRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("courses/:id/attendance") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let attendance = try await CourseAttendance.load(
                site, course, AttendanceQuery(request), people: CourseAttendance.mostOnPage)
            let page = CourseAttendancePage(attendance, of: CourseLink(course), timeZone: course.timeZone)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("courses/:id/attendance/export.csv") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let attendance = try await CourseAttendance.load(
                site, course, AttendanceQuery(request), classes: CourseAttendance.mostInFile)
            return Response.download(AttendanceFile.bytes(attendance), "text/csv; charset=utf-8", "attendance.csv")
        }
        instructors.get("courses/:id/attendance/register") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let page = try await register(of: course, request)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("classes/:id/register") { request, context in
            let session = try await site.store.session(context.identifier(), for: context.person)
            guard let id = session.course else { throw Problem.notFound }
            let course = try await site.store.course(id, for: context.person)
            let isOver = session.phase == .saved
            let attendance = try await CourseAttendance.load(
                site, course, isOver ? AttendanceQuery(of: session.id) : AttendanceQuery(request),
                classes: isOver ? 1 : 0, at: session)
            let page = RegisterPage(
                attendance, of: CourseLink(course), timeZone: course.timeZone, school: site.school.name, at: session,
                now: .now)
            return try site.answer(page, request, context.signedIn)
        }
    }

    private func register(of course: Course, _ request: Request) async throws -> RegisterPage {
        let attendance = try await CourseAttendance.load(site, course, AttendanceQuery(request))
        let boxes = RegisterPage.boxes { request.query($0.text) }
        // Of so many, enough are not cancelled.
        let coming = boxes == nil ? [] : try await site.store.classes(of: course.id, .coming, most: 200).elements
        return RegisterPage(
            attendance, of: CourseLink(course), timeZone: course.timeZone, school: site.school.name,
            coming: coming.filter { $0.phase == .scheduled }, boxes: boxes, now: .now)
    }
}

extension AttendanceQuery {
    fileprivate convenience init(_ request: Request) {
        self.init { request.query($0.text) }
    }
}

extension CourseAttendance {
    /// - Parameter session: class whose students alone are meant; `nil` for those of all classes that count.
    fileprivate static func load(
        _ site: Site, _ course: Course, _ query: AttendanceQuery, classes most: Int = AttendanceSpan.mostClasses,
        people mostPeople: Int = mostPeople, at session: ClassSession? = nil
    ) async throws -> CourseAttendance {
        let span = AttendanceSpan(
            query, site.calendar.inZone(of: course), of: try await site.store.heldClasses(of: course.id), classes: most)
        let time = session?.plan
        let people = try await site.store.attendees(
            of: course.id, time.map { $0...$0 } ?? span.counted, search: query.search)
        let states = try await site.store.attendance(in: course.id, span.times)
        return CourseAttendance(span, people, people: mostPeople) { states[Pair($0, $1)] }
    }
}
