import Classroom
import Store

/// Explanation of how a mark was decided.
struct MarkWording {
    private let mark: Mark
    private let calendar: WallCalendar

    init(_ mark: Mark, _ calendar: WallCalendar) {
        self.mark = mark
        self.calendar = calendar
    }

    /// Short form for instructors: "18:31 · 15 m away, ±8 m".
    var forInstructor: String {
        let time = calendar.time(mark.at)
        if let doubt = mark.doubt { return "\(time) · \(reason(doubt))" }
        switch mark.how {
        case .instructor: return "\(time) · by hand"
        case .location: return "\(time) · \(place ?? "by location")"
        case .code: return "\(time) · by code" + (place.map { ", \($0)" } ?? "")
        case .locationAndCode: return "\(time) · by location and code" + (place.map { ", \($0)" } ?? "")
        }
    }

    /// Sentence for the student: "By your location at 18:31, 15 m away, ±8 m."
    func forStudent(markedBy name: String?, venue: String) -> String {
        let time = calendar.time(mark.at)
        if mark.doubt != nil {
            return "At \(time). \(doubtful)"
        }
        switch mark.how {
        case .instructor: return "Marked by \(name ?? "your instructor") at \(time)."
        case .location: return "By your location at \(time)" + (place.map { ", \($0)" } ?? "") + "."
        case .code: return "By the code at \(time)."
        case .locationAndCode:
            return "By your location and the code at \(time)" + (place.map { ", \($0)" } ?? "") + "."
        }
    }

    private var place: String? {
        guard let distance = mark.distance else { return nil }
        return "\(Distance.words(distance)) away" + (mark.accuracy.map { ", ±\(Distance.words(max($0, 5)))" } ?? "")
    }

    private func reason(_ doubt: Claim.Doubt) -> String {
        switch doubt {
        case .noPosition: "without a position"
        case .noFence: "the venue has no position"
        case .noCode: "without the code" + (place.map { ", \($0)" } ?? "")
        case .borderline: place ?? "at the edge"
        case .late: "sent late" + (place.map { ", \($0)" } ?? "")
        case .early: "before the class started" + (place.map { ", \($0)" } ?? "")
        case .closed: "while attendance was closed" + (place.map { ", \($0)" } ?? "")
        case .cleared: "after being cleared"
        }
    }

    /// Reason for a student why the instructor must confirm.
    var doubtful: String {
        switch mark.doubt {
        case .noPosition: "Your device did not send its location."
        case .noFence: "The class has no geofence."
        case .noCode: "You have not shown the code."
        case .borderline: "Your location was not accurate enough to tell whether you are inside."
        case .late: "It arrived late, so only your device confirms the time."
        case .early: "That was before the class started."
        case .closed: "Attendance was closed at that time."
        case .cleared: "Your instructor had cleared you before."
        case nil: ""
        }
    }
}
