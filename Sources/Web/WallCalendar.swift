import Classroom
import Foundation
import Pages
import Store

extension WallCalendar {
    init(timeZone: TimeZone) {
        self.init(timeZone, named: timeZone.identifier)
    }

    /// Keeps the IANA name by which it is asked for, of which a zone may have several.
    ///
    /// - Returns: `nil` if there is no such zone.
    init?(named name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.init(zone, named: name)
    }

    /// Only the zone is asked of Foundation, whose calendars take seven times as long.
    private init(_ zone: TimeZone, named name: String) {
        self.init(timeZone: name) { seconds in
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        }
    }

    /// Current day, as `2026-11-03`.
    func today() -> String { today(.now) }
}

extension WallCalendar {
    /// Calendar in the course's time zone.
    func inZone(of course: Course) -> WallCalendar {
        inZone(named: course.timeZone)
    }

    func inZone(named name: String) -> WallCalendar {
        WallCalendar(named: name) ?? self
    }
}
