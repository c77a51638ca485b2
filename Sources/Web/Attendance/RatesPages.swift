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
        let starts = WeekChart.starts(calendar.day(of: .now))
        let rates = try await site.store.rates(of: course.id, since: starts.first.map(calendar.start) ?? .now)
        return CourseRatesPage(rates, of: CourseLink(course), starts, calendar)
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
        let starts = WeekChart.starts(site.calendar.day(of: .now))
        let known = try await site.store.attendance(
            of: id, taughtBy: asker.role == .instructor ? asker.id : nil,
            since: starts.first.map(site.calendar.start) ?? .now)
        return PersonRatesPage(person, known, starts, site.calendar)
    }
}
