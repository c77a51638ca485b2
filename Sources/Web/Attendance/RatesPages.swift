import Classroom
import Hummingbird
import Pages
import Store

/// Routes for how often people come.
struct RatesRoutes {
    let site: Site

    func addRoutes(to instructors: some RouterMethods<InstructorContext>) {
        instructors.get("courses/:id/attendance/rates") { request, context in
            let course = try await site.store.course(context.identifier(), for: context.person)
            return try site.answer(try await Self.rates(of: course, site), request, context.signedIn)
        }
    }

    private static func rates(of course: Course, _ site: Site) async throws -> CourseRatesPage {
        let calendar = site.calendar.inZone(of: course)
        let (starts, since) = WeekChart.span(calendar, .now)
        let rates = try await site.store.rates(of: course.id, since: since)
        return CourseRatesPage(rates, of: CourseLink(course), starts, since: since, calendar)
    }

    func addRoutes(toSignedIn signedIn: some RouterMethods<SignedInContext>) {
        signedIn.get("people/:id/attendance") { request, context in
            let id = try context.identifier()
            // Students may see only themselves.
            guard context.person.role == .instructor || context.person.id == id else { throw Problem.notFound }
            return try site.answer(try await Self.rates(of: id, site, for: context.person), request, context.signedIn)
        }
    }

    private static func rates(of id: Identifier, _ site: Site, for asker: Person) async throws -> PersonRatesPage {
        let person = try await site.store.person(id)
        let (starts, since) = WeekChart.span(site.calendar, .now)
        let known = try await site.store.attendance(
            of: id, taughtBy: asker.role == .instructor ? asker.id : nil, since: since)
        return PersonRatesPage(person, known, starts, site.calendar)
    }
}
