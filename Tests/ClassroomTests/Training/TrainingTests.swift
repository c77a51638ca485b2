import Classroom
import Testing

@Suite struct TrainingTests {
    private func problems(
        _ fields: [String: FieldValue], at: String = "2026-11-03T18:30:00Z"
    ) -> [String] {
        let id = "01a1fd20-1a2b-7001-8000-5ca1ab1e0001"
        let all: [String: FieldValue] = [
            "training": .text(id), "description": .text("Run"), "category": .text("strength"), "minutes": .number(30),
            "start": .text("2026-11-03T17:00:00Z"), "id": .text(id), "kind": .text("training.logged"), "at": .text(at),
        ]
        let posted = PostedEntry(members: all.merging(fields) { $1 }.map { Field($0.key, $0.value) })
        let now = Instant("2026-11-03T18:30:00Z") ?? .init(milliseconds: 0)
        return switch posted.entry(device: Identifier(high: 1, low: 1), now: now) {
        case .good: []
        case .problems(let problems): problems.map { "\($0.field) \($0.code)" }
        }
    }

    @Test(arguments: [
        (FieldValue.number(1), []), (.number(1440), []), (.number(0), ["minutes range"]),
        (.number(1441), ["minutes range"]), (.number(-30), ["minutes range"]), (.number(30.5), ["minutes range"]),
        (.number(.nan), ["minutes range"]), (.number(.infinity), ["minutes range"]), (.null, ["minutes required"]),
        (.text("30"), ["minutes type"]), (.flag(true), ["minutes type"]),
    ])
    func minutesAreWholeFromOneToADay(minutes: FieldValue, expected: [String]) {
        #expect(problems(["minutes": minutes]) == expected)
    }

    @Test(arguments: [
        ("Run", []), ("", ["description required"]), (" \u{200B} ", ["description required"]),
        (String(repeating: "👩‍👩‍👧‍👦", count: 500), []), (String(repeating: "x", count: 501), ["description tooLong"]),
    ])
    func thereIsADescription(text: String, expected: [String]) {
        #expect(problems(["description": .text(text)]) == expected)
    }

    @Test(arguments: [
        ("2026-11-03T17:00:00Z", []), ("2001-01-01T00:00:00+14:00", []), ("2026-11-04T18:30:00Z", []),
        ("2026-11-04T18:30:00.001Z", ["start future"]), ("1999-12-31T23:59:59Z", ["start range"]),
        ("2026-02-29T10:00:00Z", ["start time"]), ("yesterday", ["start time"]), ("", ["start time"]),
    ])
    func isOfThePast(start: String, expected: [String]) {
        #expect(problems(["start": .text(start)]) == expected)
    }

    @Test func enduranceIfNothingIsSaid() throws {
        for (value, category) in [
            (FieldValue.null, TrainingCategory.endurance), (.text("mobility"), .mobility),
            (.text("strength"), .strength),
        ] {
            var reader = FieldReader([Field("category", value)])
            #expect(TrainingLogged(from: &reader).category == category)
        }
        #expect(problems(["category": .text("swimming")]) == ["category choice"])
    }

    /// Whatever is added in whatever order, each category has the sum of its own, and all is the sum of these.
    @Test func totalsAreSums() {
        let all = (0..<500).map { _ in
            (minutes: Int.random(in: 1...1440), category: TrainingCategory.allCases.randomElement() ?? .endurance)
        }
        var totals = TrainingTotals()
        for one in all.shuffled() { totals.add(one.minutes, of: one.category) }
        for category in TrainingCategory.allCases {
            #expect(totals[category] == all.filter { $0.category == category }.reduce(0) { $0 + $1.minutes })
        }
        #expect(totals.all == all.reduce(0) { $0 + $1.minutes })
    }

    private func day(_ text: String) -> CalendarDate { CalendarDate(text) ?? .init(daysSince1970: 0) }

    @Test(arguments: [
        ("2026-11-02", "2026-11-02", "2026-11-01"), ("2026-11-08", "2026-11-02", "2026-11-01"),
        ("2026-01-01", "2025-12-29", "2026-01-01"), ("2024-02-29", "2024-02-26", "2024-02-01"),
        ("2024-03-01", "2024-02-26", "2024-03-01"), ("2023-03-01", "2023-02-27", "2023-03-01"),
        ("1970-01-01", "1969-12-29", "1970-01-01"), ("1969-12-28", "1969-12-22", "1969-12-01"),
    ])
    func weeksBeginOnMondaysAndMonthsOnTheFirst(text: String, week: String, month: String) {
        #expect(TrainingPeriod.week.start(of: day(text)).text == week)
        #expect(TrainingPeriod.month.start(of: day(text)).text == month)
    }

    @Test(arguments: [
        (TrainingPeriod.week, 1, "2024-02-29", "2024-03-04"), (.week, -1, "2026-01-01", "2025-12-22"),
        (.week, 53, "2020-01-01", "2021-01-04"), (.month, 1, "2025-12-31", "2026-01-01"),
        (.month, -1, "2026-01-15", "2025-12-01"), (.month, -12, "2024-02-29", "2023-02-01"),
        (.month, 0, "2024-02-29", "2024-02-01"), (.month, 25, "2024-02-29", "2026-03-01"),
    ])
    func goOnAcrossYearsAndLeapDays(period: TrainingPeriod, count: Int, text: String, expected: String) {
        #expect(period.start(count, after: day(text)).text == expected)
    }

    /// Every day is in exactly one period, and periods follow one another without a gap.
    @Test(arguments: TrainingPeriod.allCases)
    func periodsPartTheCalendar(period: TrainingPeriod) {
        for number in stride(from: -40_000, to: 60_000, by: 7 * 13 + 1) {
            let day = CalendarDate(daysSince1970: number)
            let (start, end) = (period.start(of: day), period.start(1, after: day))
            #expect(
                start <= day && day < end && period.start(of: start) == start && period.start(-1, after: end) == start)
            #expect(period.start(of: CalendarDate(daysSince1970: end.daysSince1970 - 1)) == start)
        }
    }
}
