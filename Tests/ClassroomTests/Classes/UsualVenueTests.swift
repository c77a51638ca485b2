import Classroom
import Testing

@Suite struct UsualVenueTests {
    private let one = Identifier(high: 1, low: 1)
    private let other = Identifier(high: 1, low: 2)
    private let now = Instant(milliseconds: 1_800_000_000_000)

    private func held(_ venue: Identifier, daysAgo days: Double) -> UsualVenue.Held {
        UsualVenue.Held(venue: venue, startedAt: now.adding(milliseconds: -Int64(days * 86_400_000)))
    }

    @Test func nothingIsUsualAtFirst() {
        #expect(UsualVenue.choose(among: [], now: now) == nil)
    }

    @Test func mostOftenIsUsual() {
        let all = [held(other, daysAgo: 1.5), held(one, daysAgo: 2.5), held(one, daysAgo: 3.5)]
        #expect(UsualVenue.choose(among: all, now: now) == one)
    }

    @Test func lastOneIsUsualAmongEquals() {
        #expect(UsualVenue.choose(among: [held(other, daysAgo: 1.5), held(one, daysAgo: 2.5)], now: now) == other)
    }

    @Test(
        arguments: [(7, true), (7.08, true), (6.92, true), (7.1, false), (6.9, false), (21.05, true), (-0.05, true)])
    func sameTimeOfTheWeekCountsMore(days: Double, isUsual: Bool) {
        let all = (0..<4).map { held(other, daysAgo: 1.5 + Double($0) * 7) } + [held(one, daysAgo: days)]
        #expect(UsualVenue.choose(among: all, now: now) == (isUsual ? one : other))
    }
}
