import Classroom
import Hummingbird
import Pages
import Store

extension TrainingPage {
    static func load(
        _ site: Site, _ request: Request, for person: Person, now: Instant = .now
    ) async throws -> TrainingPage {
        let calendar = try site.calendar.inZone(of: request)
        let (by, until) = (request.query("by"), request.query("until"))
        guard let span = TrainingChart.Span(by: by, until: until, calendar, now: now) else {
            throw Problem.invalid("until", "date", "This must be a day as in 2026-11-03.")
        }
        async let totals = site.store.trainingTotals(of: person.id)
        async let part = site.store.trainings(of: person.id, after: request.optionalQuery("after"))
        async let spans = site.store.trainingSpans(of: person.id, between: span.edges.map(calendar.start))
        let more = try await part.next.map { href("/training", [("after", $0.text)]) }
        return try await TrainingPage(
            totals, part.elements, TrainingChart(span, spans), calendar, isTab: person.role == .student, more: more)
    }
}
