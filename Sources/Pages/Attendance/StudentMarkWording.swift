import Classroom

/// How a mark was decided, told to its student.
extension MarkWording {
    /// Sentence for the student: "By your location at 18:31, 15 m away, ±8 m."
    func forStudent(markedBy name: String?) -> String {
        let time = calendar.time(mark.at)
        if mark.doubt != nil {
            return "At " + time + ". " + doubtful
        }
        switch mark.how {
        case .instructor: return "Marked by " + (name ?? "your instructor") + " at " + time + "."
        default:
            let away = mark.how.holdsLocation ? place.map { ", " + $0 } : nil
            return "By " + mark.how.ownWords + " at " + time + (away ?? "") + "."
        }
    }

    /// Reason for a student why the instructor must confirm.
    public var doubtful: String {
        switch mark.doubt {
        case .noPosition: "There was no location that counts."
        case .noFence: "The class has no geofence."
        case .noCode: "You have not shown the code."
        case .noNetwork: "Your device was not on the network of your instructor’s device."
        case .borderline: "Your location was not accurate enough to tell whether you are inside."
        case .late: "It arrived late, so only your device confirms the time."
        case .early: "That was before the class started."
        case .closed: "Attendance was closed at that time."
        case .cleared: "Your instructor had marked you absent before."
        case nil: ""
        }
    }
}

extension Mark.How {
    /// What the mark rests on, said to the student: "your location and the code".
    fileprivate var ownWords: String {
        switch self {
        case .instructor: "your instructor"
        case .location: "your location"
        case .code: "the code"
        case .network: "the network in class"
        case .locationAndCode: "your location and the code"
        case .locationAndNetwork: "your location and the network in class"
        case .codeAndNetwork: "the code and the network in class"
        case .locationCodeAndNetwork: "your location, the code and the network in class"
        }
    }
}
