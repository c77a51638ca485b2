import Classroom
import Hummingbird
import Pages
import Store

/// Routes for courses: teaching, taking and finding them.
struct CourseRoutes {
    let site: Site

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("courses") { request, context in
            let areArchived = request.query("archived") == "1"
            async let part = site.store.courses(
                of: context.person, areArchived: areArchived, after: request.optionalQuery("after"))
            let further = try await site.furtherCourses(for: context.person)
            let page = try await CoursesPage(
                part, areArchived: areArchived, further, for: context.person, site.calendar)
            return try site.answer(page, request, context.signedIn)
        }
        signedIn.get("courses/catalogue") { request, context in
            let search = request.query("search")
            let part = try await site.store.catalogue(
                for: context.person, search: search, after: request.optionalQuery("after"))
            let staffing =
                context.person.isOwner
                ? try await site.store.staffing(of: part.elements.map(\.id), for: context.person) : nil
            let page = CataloguePage(part, search: search, staffing, for: context.person, site.calendar)
            return try site.answer(page, request, context.signedIn)
        }
        signedIn.get("courses/:id") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let page = try await CoursePage.load(site, course, request, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
    }

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("courses/new") { request, context in
            let page = try await CourseFormPage.load(site, nil)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("courses/:id/edit") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let page = try await CourseFormPage.load(site, course)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("courses/:id/instructors") { request, context in
            let course = try await site.store.course(context.identifier(), staffedBy: context.person)
            let page = try await CourseInstructorsPage.load(site, course, for: context.person)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("courses/:id/students") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let page = try await CourseStudentsPage.load(site, course, request)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("courses/:id/schedule") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let page = try await SchedulePage.load(site, course, moving: nil, request)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("courses/:id/several") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            let page = try await SeveralClassesPage.load(site, course)
            return try site.answer(page, request, context.signedIn)
        }
        instructors.get("classes/:id/schedule") { request, context in
            let session = try await site.store.session(context.identifier(), for: context.person)
            guard let id = session.course, session.phase == .scheduled || session.phase == .cancelled else {
                throw Problem.notFound
            }
            let course = try await site.store.course(id, for: context.person)
            let page = try await SchedulePage.load(site, course, moving: session, request)
            return try site.answer(page, request, context.signedIn)
        }
    }
}

extension Request {
    /// Value of a query parameter; `nil` if absent or empty.
    func optionalQuery(_ name: String) -> String? {
        let value = query(name)
        return value.isEmpty ? nil : value
    }
}
