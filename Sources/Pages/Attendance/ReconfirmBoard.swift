import Classroom

/// Question whether students are still there, as the instructor sees it: who has answered, and who has not.
public final class ReconfirmBoard: Modelled, Sendable {
    public let id: String
    public let askedText: String
    /// Until when an answer is in time, in milliseconds since 1970.
    public let until: Int64
    public let isOver: Bool
    public let leftText: String
    /// Number of those present, and of those who have confirmed.
    public let present: Int
    public let confirmed: Int
    public let confirmedText: String
    /// Those present who have not confirmed, or only in doubt or late.
    public let missing: [Student]
    public let isComplete: Bool
    /// Whether so many are missing, while there is time, that they are listed on request.
    public let isFolded: Bool

    private static let mostMissing = 8

    public final class Student: Modelled, Sendable {
        public let id: String
        public let name: String
        public let avatar: Avatar
        public let noteText: String
        /// missing, doubtful or late.
        public let state: String

        /// `nil` for students who have confirmed in time and without doubt, or of whom the instructor has decided since.
        fileprivate init?(
            _ present: Attendance, _ asked: Reconfirmation, _ answer: Reconfirmed?, _ calendar: WallCalendar,
            isOver: Bool
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
            let place = answer.distance.map { Distance.words($0) + " away" }
            let time = calendar.time(answer.at)
            if let doubt = answer.doubt {
                noteText = "Confirmed at " + time + ", " + MarkWording.reason(doubt, place: place)
                state = "doubtful"
            } else {
                noteText = listed(["Confirmed late, at " + time] + (place.map { [$0] } ?? []))
                state = "late"
            }
        }

        public var model: Model {
            var object = ModelObject()
            object.add("id", id)
            object.add("name", name)
            object.add("avatar", avatar)
            object.add("noteText", noteText)
            object.add("state", state)
            return object.model
        }
    }

    /// - Parameters:
    ///   - session: the class, with whose end the time is up.
    ///   - students: those of the class, each with their answer.
    public init(
        _ asked: Reconfirmation, at session: ClassSession,
        _ students: [(student: Attendance, answer: Reconfirmed?)], _ calendar: WallCalendar, now: Instant
    ) {
        id = asked.id.text
        let ends = min(asked.ends, session.endedAt ?? asked.ends)
        askedText = "Asked at " + calendar.time(asked.at) + ", until " + calendar.time(ends)
        until = ends.milliseconds
        let isOver = now > ends || session.endedAt != nil
        self.isOver = isOver
        leftText = Countdown.words(until: ends, now: now)
        // Whoever came after the question has not been asked. Of others the instructor has decided since.
        var (present, missing): (Int, [Student]) = (0, [])
        for (student, answer) in students {
            guard student.state == .present, let mark = student.mark, mark.at <= asked.at || mark.isByInstructor else {
                continue
            }
            present += 1
            if let one = Student(student, asked, answer, calendar, isOver: isOver) { missing.append(one) }
        }
        (self.present, self.missing) = (present, missing)
        confirmed = present - missing.count
        confirmedText = grouped(confirmed) + " of " + grouped(present)
        isComplete = missing.isEmpty
        isFolded = !isOver && missing.count > Self.mostMissing
    }

    public var model: Model {
        var object = ModelObject()
        object.add("id", id)
        object.add("askedText", askedText)
        object.add("until", until)
        object.add("isOver", isOver)
        object.add("leftText", leftText)
        object.add("present", present)
        object.add("confirmed", confirmed)
        object.add("confirmedText", confirmedText)
        object.add("missing", missing)
        object.add("isComplete", isComplete)
        object.add("isFolded", isFolded)
        return object.model
    }
}
