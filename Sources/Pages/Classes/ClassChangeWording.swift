import Classroom

/// What was put right of a class, in words: "Changed by Ana Vidal, 3 May 2027: start 18:00 → 18:10".
public struct ClassChangeWording {
    private let story: ClassStory
    private let calendar: WallCalendar

    public init(_ story: ClassStory, _ calendar: WallCalendar) {
        (self.story, self.calendar) = (story, calendar)
    }

    /// Newest first.
    public var lines: [String] { story.changes.reversed().map { line($0) } }

    private func line(_ change: ClassChange) -> String {
        let who = change.maker.flatMap { story.name($0) } ?? "somebody"
        let when = who + ", " + calendar.day(calendar.today(change.at))
        switch change.deed {
        case .recorded: return "Added afterwards by " + when
        case .ended: return "Saved as ended at " + (change.after.end.map { calendar.time($0) } ?? "") + " by " + when
        case .corrected: return "Changed by " + when + ": " + listed(parts(change))
        }
    }

    private func parts(_ change: ClassChange) -> [String] {
        let (before, after) = (change.before, change.after)
        var parts: [String] = []
        if before.start != after.start { parts.append(moments("start", before.start, after.start)) }
        if before.end != after.end { parts.append(moments("end", before.end, after.end)) }
        if before.paused != after.paused {
            parts.append("paused " + WallCalendar.pause(before.paused) + " → " + WallCalendar.pause(after.paused))
        }
        if before.venue != after.venue { parts.append(names("venue", before.venue, after.venue, none: "unknown")) }
        if before.course != after.course { parts.append(names("course", before.course, after.course, none: "none")) }
        return parts
    }

    private func moments(_ word: String, _ before: Instant?, _ after: Instant?) -> String {
        guard let before, let after else { return word }
        let isSameDay = calendar.day(of: before) == calendar.day(of: after)
        func text(_ instant: Instant) -> String {
            isSameDay ? calendar.time(instant) : calendar.dateAndTime(instant)
        }
        // Seconds only where minutes do not tell the difference.
        if text(before).isSame(as: text(after)) {
            return word + " " + calendar.clock(before) + " → " + calendar.clock(after)
        }
        return word + " " + text(before) + " → " + text(after)
    }

    private func names(_ word: String, _ before: Identifier?, _ after: Identifier?, none: String) -> String {
        func name(_ id: Identifier?) -> String { id.map { story.name($0) ?? "unknown" } ?? none }
        return word + " " + name(before) + " → " + name(after)
    }
}
