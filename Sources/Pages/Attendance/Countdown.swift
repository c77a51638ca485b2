import Classroom

/// Time that is left.
public enum Countdown {
    /// Words for the time that is left, as the page goes on counting it (js/behaviours/countdown.js).
    public static func words(until end: Instant, now: Instant) -> String {
        let seconds = (end.since(now) + 999) / 1000
        guard seconds > 0 else { return "The time is up." }
        let rest = seconds % 60
        return String(seconds / 60) + (rest < 10 ? ":0" : ":") + String(rest) + " left"
    }
}
