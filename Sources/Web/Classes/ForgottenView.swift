import Classroom
import Pages
import Store

extension ForgottenView {
    /// - Returns: `nil` unless the class seems to be forgotten.
    static func load(
        _ site: Site, _ session: ClassSession, _ calendar: WallCalendar, now: Instant = .now
    ) async throws -> ForgottenView? {
        guard let forgotten = rule(session, now: now) else { return nil }
        let sign = try await site.store.lastSign(of: session.id, until: forgotten.latestSign)
        return ForgottenView(session, end: forgotten.probableEnd(lastSign: sign), calendar)
    }
}
