import Classroom
import Pages
import Store

/// Instructor's question whether a student is still there, as the student sees it.
struct ReconfirmView: Modelled, Sendable {
    /// Until when an answer is in time, in milliseconds since 1970.
    let until: Int64
    /// Whether the answer has come and needs nothing more.
    let isDone: Bool
    let text: String
    /// Time that is left: "4:12 left".
    let leftText: String

    init(_ asked: Reconfirmation, _ answer: Reconfirmed?, _ calendar: WallCalendar, now: Instant) {
        until = asked.ends.milliseconds
        leftText = Self.left(until: asked.ends, now)
        isDone = answer.map { $0.doubt == nil } ?? false
        if let answer, isDone {
            text = "You confirmed at \(calendar.time(answer.at)) that you are still here."
        } else if answer != nil {
            text = "Your instructor sees your answer. You can confirm again, to leave no doubt."
        } else {
            text = "Your instructor asks whether you are still here. Please confirm by \(calendar.time(asked.ends))."
        }
    }

    /// Words for the time that is left, as the page goes on counting it (js/behaviours/countdown.js).
    static func left(until end: Instant, _ now: Instant) -> String {
        let seconds = (end.since(now) + 999) / 1000
        guard seconds > 0 else { return "The time is up." }
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) left"
    }

    var model: Model { ["until": until.model, "isDone": isDone.model, "text": text.model, "leftText": leftText.model] }
}

/// The same question as the instructor sees it: who has answered, and who has not.
struct ReconfirmBoard: Modelled, Sendable {
    let id: String
    let askedText: String
    /// Until when an answer is in time, in milliseconds since 1970.
    let until: Int64
    let isOver: Bool
    let leftText: String
    /// Number of those present, and of those who have confirmed.
    let present: Int
    let confirmed: Int
    let confirmedText: String
    /// Those present who have not confirmed, or only in doubt or late.
    let missing: [Student]
    let isComplete: Bool
    /// Whether so many are missing, while there is time, that they are listed on request.
    let isFolded: Bool

    private static let mostMissing = 8

    struct Student: Modelled, Sendable {
        let id: String
        let name: String
        let avatar: Avatar
        let noteText: String
        /// missing, doubtful or late.
        let state: String

        var model: Model {
            [
                "id": id.model, "name": name.model, "avatar": avatar.model, "noteText": noteText.model,
                "state": state.model,
            ]
        }
    }

    init(
        _ asked: Reconfirmation, _ answers: [Identifier: Reconfirmed], _ students: [Attendance],
        _ calendar: WallCalendar, now: Instant
    ) {
        id = asked.id.text
        askedText = "Asked at \(calendar.time(asked.at)), until \(calendar.time(asked.ends))"
        until = asked.ends.milliseconds
        let isOver = now > asked.ends
        self.isOver = isOver
        leftText = ReconfirmView.left(until: asked.ends, now)
        // Whoever came after the question has not been asked. Of others the instructor has decided since.
        let present = students.filter { student in
            student.state == .present && student.mark.map { $0.at <= asked.at || $0.isByInstructor } == true
        }
        self.present = present.count
        missing = present.compactMap { student in
            Student(student, asked, answers[student.student.id], calendar, isOver: isOver)
        }
        confirmed = present.count - missing.count
        confirmedText = "\(grouped(confirmed)) of \(grouped(present.count))"
        isComplete = missing.isEmpty
        isFolded = !isOver && missing.count > Self.mostMissing
    }

    var model: Model {
        [
            "id": id.model, "askedText": askedText.model, "until": until.model, "isOver": isOver.model,
            "leftText": leftText.model, "present": present.model, "confirmed": confirmed.model,
            "confirmedText": confirmedText.model,
            "missing": missing.model, "isComplete": isComplete.model, "isFolded": isFolded.model,
        ]
    }
}

extension ReconfirmBoard.Student {
    /// `nil` for students who have confirmed in time and without doubt, or of whom the instructor has decided since.
    fileprivate init?(
        _ present: Attendance, _ asked: Reconfirmation, _ answer: Reconfirmed?, _ calendar: WallCalendar, isOver: Bool
    ) {
        if let answer, answer.doubt == nil, !answer.isLate { return nil }
        if let mark = present.mark, mark.at > asked.at { return nil }
        id = present.student.id.text
        name = present.student.name.full
        avatar = Avatar(present.student)
        guard let answer else {
            (noteText, state) = (isOver ? "Did not confirm" : "Has not confirmed yet", "missing")
            return
        }
        let place = answer.distance.map { "\(Distance.words($0)) away" }
        let time = calendar.time(answer.at)
        if let doubt = answer.doubt {
            (noteText, state) = ("Confirmed at \(time), \(MarkWording.reason(doubt, place: place))", "doubtful")
        } else {
            (noteText, state) = ("Confirmed late, at \(time)" + (place.map { ", \($0)" } ?? ""), "late")
        }
    }
}
