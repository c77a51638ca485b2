/// Class of a student in session whose attendance is open.
public struct OpenClass: Sendable {
    public let id: Identifier
    /// Planned start.
    public let start: Instant
    /// Geofence; `nil` if there is none.
    public let fence: Geofence?
    public let policy: AttendancePolicy

    public init(id: Identifier, start: Instant, fence: Geofence?, policy: AttendancePolicy) {
        self.id = id
        self.start = start
        self.fence = fence
        self.policy = policy
    }

    /// Class that a student means who names none: one around the fix rather than one that may be, and any of these
    /// rather than one that is elsewhere; among equals the one whose start is nearest.
    public static func meant(among classes: [OpenClass], by fix: Fix?, now: Instant) -> OpenClass? {
        classes.min { one, other in
            (one.remoteness(of: fix), one.start.gap(to: now), one.id)
                < (other.remoteness(of: fix), other.start.gap(to: now), other.id)
        }
    }

    private func remoteness(of fix: Fix?) -> Int {
        guard let fence, let fix else { return 1 }
        return switch fence.answer(to: fix, worstAccuracy: policy.worstAccuracy) {
        case .inside: 0
        case .borderline: 1
        case .outside: 2
        }
    }
}

extension Fix {
    /// Accuracy assumed of a position that comes without one, in metres: what phones and watches report of a position
    /// found by Wi-Fi.
    public static let assumedAccuracy = 65.0
}
