import Classroom
import Foundation
import Pages
import Store

extension WallCalendar {
    /// Only the zone is asked of Foundation, whose calendars take seven times as long.
    ///
    /// - Parameter name: IANA name of the zone, which may have several; by default the one that Foundation likes best.
    init(timeZone: TimeZone, named name: String? = nil) {
        self.init(timeZone: name ?? timeZone.identifier) { seconds in
            timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        }
    }

    /// Current day, as `2026-11-03`.
    func today() -> String { today(.now) }
}
