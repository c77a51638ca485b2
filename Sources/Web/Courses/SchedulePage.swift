import Classroom
import Hummingbird
import Pages
import Store

extension SchedulePage {
    static func load(
        _ site: Site, _ course: Course, moving session: ClassSession?, _ request: Request
    ) async throws -> SchedulePage {
        let wanted = WantedTimes(request)
        let others = try await site.store.classes(
            during: wanted.spans, at: wanted.venue ?? session?.venueID ?? course.venueID,
            orOfInstructorsOf: course.id, except: session?.id)
        return SchedulePage(
            course, moving: session, site.calendar.inZone(of: course), try await site.store.venues(near: nil), others,
            now: .now)
    }
}

/// Times of classes that are about to be scheduled, as the form asks what else takes place then.
private struct WantedTimes {
    /// Starts and ends.
    let spans: [Range<Instant>]
    let venue: Identifier?

    /// As many as are scheduled at once.
    private static let most = 60

    init(_ request: Request) {
        venue = Identifier(request.query("venue"))
        let minutes = Double(request.query("minutes")).flatMap { Int(nearest: $0) } ?? ClassScheduled.usualLength
        guard ClassScheduled.lengths.contains(Double(minutes)) else {
            spans = []
            return
        }
        let starts = request.query("starts").split(separator: ",").prefix(Self.most).compactMap { Instant(String($0)) }
        spans = starts.map { $0..<$0.adding(milliseconds: Int64(minutes) * 60_000) }
    }
}
