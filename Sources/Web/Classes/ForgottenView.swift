import Classroom
import Pages
import Store

/// Question when a class ended that goes on since long ago.
struct ForgottenView: Modelled, Sendable {
    let id: String
    let sinceText: String
    /// When it probably ended.
    let end: String
    let date: String
    let time: String
    let timeZone: String

    /// - Returns: `nil` unless the class seems to be forgotten.
    static func load(
        _ site: Site, _ session: ClassSession, _ calendar: WallCalendar, now: Instant = .now
    ) async throws -> ForgottenView? {
        guard session.isInSession else { return nil }
        let plan = session.beganAt == nil ? session.plannedAt : nil
        let forgotten = ForgottenClass(startedAt: session.startedAt, plannedAt: plan, minutes: session.minutes)
        guard forgotten.isForgotten(at: now) else { return nil }
        let sign = try await site.store.lastSign(of: session.id, until: forgotten.latestSign)
        let end = forgotten.probableEnd(lastSign: sign)
        return ForgottenView(session, end: end, calendar)
    }

    private init(_ session: ClassSession, end: Instant, _ calendar: WallCalendar) {
        id = session.id.text
        sinceText = calendar.dateAndTime(session.startedAt)
        self.end = end.text
        date = calendar.today(end)
        time = calendar.time(end)
        timeZone = calendar.timeZone
    }

    var model: Model {
        [
            "id": id.model, "sinceText": sinceText.model, "end": end.model, "date": date.model, "time": time.model,
            "timeZone": timeZone.model,
        ]
    }
}
