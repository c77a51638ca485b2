import Classroom

/// Instructor's question whether a student is still there, as the student sees it.
final class ReconfirmView: Modelled, Sendable {
    /// Until when an answer is in time, in milliseconds since 1970.
    let until: Int64
    /// Whether the answer has come and needs nothing more.
    let isDone: Bool
    let text: String
    /// Time that is left: "4:12 left".
    let leftText: String

    init(_ asked: Reconfirmation, _ answer: Reconfirmed?, _ calendar: WallCalendar, now: Instant) {
        until = asked.ends.milliseconds
        leftText = Countdown.words(until: asked.ends, now: now)
        isDone = answer.map { $0.doubt == nil } ?? false
        if let answer, isDone {
            text = "You confirmed at " + calendar.time(answer.at) + " that you are still here."
        } else if answer != nil {
            text = "Your instructor sees your answer. You can confirm again, to leave no doubt."
        } else {
            let end = calendar.time(asked.ends)
            text = "Your instructor asks whether you are still here. Please confirm by " + end + "."
        }
    }

    var model: Model {
        var object = ModelObject()
        object.add("until", until)
        object.add("isDone", isDone)
        object.add("text", text)
        object.add("leftText", leftText)
        return object.model
    }
}
