/// Where an instructor usually is at this time of the week.
public enum UsualVenue {
    /// Class that was held.
    public struct Held: Sendable {
        public let venue: Identifier
        public let startedAt: Instant

        public init(venue: Identifier, startedAt: Instant) {
            (self.venue, self.startedAt) = (venue, startedAt)
        }
    }

    private static let week: Int64 = 7 * 86_400_000
    /// How far from the time of the week a class still counts as one at that time, in milliseconds.
    private static let tolerance: Int64 = 2 * 3_600_000

    /// Venue of most of the classes, in which those at this time of the week count five times; `nil` if there are none.
    ///
    /// - Parameter held: classes, newest first. Of two venues with as many the one used last is the usual one.
    public static func choose(among held: [Held], now: Instant) -> Identifier? {
        var counts: [(venue: Identifier, count: Int)] = []
        for one in held {
            let count = isAtThisTime(one.startedAt, now) ? 5 : 1
            if let place = counts.firstIndex(where: { $0.venue == one.venue }) {
                counts[place].count += count
            } else {
                counts.append((one.venue, count))
            }
        }
        let most = counts.map { $0.count }.max()
        return counts.first { $0.count == most }?.venue
    }

    private static func isAtThisTime(_ start: Instant, _ now: Instant) -> Bool {
        let since = ((now.since(start) % week) + week) % week
        return min(since, week - since) <= tolerance
    }
}
