import Classroom
import Pages
import Store

extension ClassChangeWording {
    /// Lines about a class that is over, newest first.
    static func lines(_ session: ClassSession, _ site: Site, _ calendar: WallCalendar) async throws -> [String] {
        guard session.phase == .saved else { return [] }
        return ClassChangeWording(try await site.store.story(of: session), calendar).lines
    }
}
