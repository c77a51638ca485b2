import Classroom

/// Explanation of how a mark was decided.
public struct MarkWording: Sendable {
    public let mark: Mark
    public let calendar: WallCalendar

    public init(_ mark: Mark, _ calendar: WallCalendar) {
        self.mark = mark
        self.calendar = calendar
    }

    /// Short form for instructors: "18:31 · 15 m away, ±8 m".
    public var forInstructor: String {
        let time = calendar.time(mark.at) + " · "
        if let doubt = mark.doubt { return time + Self.reason(doubt, place: place) }
        return switch mark.how {
        case .instructor: time + "by hand"
        case .location: time + (place ?? "by location")
        default: time + listed(["by " + mark.how.rawValue] + (place.map { [$0] } ?? []))
        }
    }

    /// "15 m away, ±8 m"; `nil` if unknown.
    public var place: String? {
        guard let distance = mark.distance else { return nil }
        let away = Distance.words(distance) + " away"
        return mark.accuracy.map { away + ", ±" + Distance.words(max($0, 5)) } ?? away
    }

    /// Short reason for a doubt, for instructors.
    ///
    /// - Parameter place: how far away the student was; `nil` if unknown.
    public static func reason(_ doubt: Claim.Doubt, place: String?) -> String {
        let reason: String? =
            switch doubt {
            case .noPosition: "without a position"
            case .noFence: "the venue has no position"
            case .noCode: "without the code"
            case .noNetwork: "not on your network"
            case .borderline: place == nil ? "at the edge" : nil
            case .late: "sent late"
            case .early: "before the class started"
            case .closed: "while attendance was closed"
            case .cleared: "after being marked absent"
            }
        let hasPlace = doubt != .noPosition && doubt != .noFence && doubt != .cleared
        return listed([reason, hasPlace ? place : nil].compactMap { $0 })
    }
}
