import Classroom

/// Chart of training minutes by week or month, with the numbers.
public final class TrainingChart: Modelled, Sendable {
    /// Time spans shown.
    public struct Span: Sendable {
        let period: TrainingPeriod
        /// First day of each span, and the day after the last.
        public let edges: [CalendarDate]
        let isLast: Bool

        /// - Parameters:
        ///   - by: "week" or "month"; weeks if it is neither.
        ///   - until: day in the last period that is shown, by default today, as in 2026-11-03.
        /// - Returns: `nil` if that is no day.
        public init?(by: String, until: String, _ calendar: WallCalendar, now: Instant) {
            period = TrainingPeriod(word: by) ?? .week
            let count = period == .week ? 8 : 12
            let today = calendar.day(of: now)
            var end = today
            if !until.isEmpty {
                guard let day = CalendarDate(until), (1990...2200).contains(day.year) else { return nil }
                end = min(day, today)
            }
            var edges: [CalendarDate] = []
            for number in 0...count { edges.append(period.start(number - count + 1, after: end)) }
            self.edges = edges
            isLast = period.start(of: end) == period.start(of: today)
        }
    }

    /// "week" or "month".
    let by: String
    let isByWeek: Bool
    let title: String
    let periods: [PeriodView]
    /// Grid lines with their values.
    let lines: [ChartLine]
    let bars: [Bar]
    let earlier: String?
    let later: String?
    /// Where the bars begin, beside the numbers of the lines.
    let left: Double
    let width = Int(nearest: TrainingChart.width) ?? 0
    let height = Int(nearest: TrainingChart.height) ?? 0

    final class PeriodView: Modelled, Sendable {
        /// First day.
        let start: String
        /// Day of the month on which a week starts, or the month.
        let label: String
        /// Month (for weeks) or year (for months), on the first bar that falls in it.
        let note: String
        /// Title: "Week of 3 Nov 2026", "Nov 2026".
        let title: String
        let endurance: Int
        let strength: Int
        let mobility: Int
        let total: Int
        let totalText: String
        /// Minutes by category and in all, as in the table.
        let cells: [String]
        /// Horizontal centre of the label.
        let middle: Double
        /// Vertical position of the number above the bar.
        let top: Double

        init(
            _ period: TrainingPeriod, _ day: CalendarDate, note: String, _ totals: TrainingTotals,
            middle: Double, top: Double
        ) {
            start = day.text
            self.note = note
            let month = WallCalendar.month(day)
            switch period {
            case .week:
                label = String(day.day)
                title = "Week of " + String(day.day) + " " + month + " " + String(day.year)
            case .month:
                label = month
                title = month + " " + String(day.year)
            }
            endurance = totals[.endurance]
            strength = totals[.strength]
            mobility = totals[.mobility]
            total = totals.all
            cells = (TrainingCategory.allCases.map { totals[$0] } + [totals.all]).map { grouped($0) }
            totalText = totals.all == 0 ? "" : grouped(totals.all)
            (self.middle, self.top) = (tenth(middle), tenth(top))
        }

        var model: Model {
            var object = ModelObject()
            object.add("start", start)
            object.add("label", label)
            object.add("note", note)
            object.add("title", title)
            object.add("endurance", endurance)
            object.add("strength", strength)
            object.add("mobility", mobility)
            object.add("total", total)
            object.add("totalText", totalText)
            object.add("cells", cells)
            object.add("middle", middle)
            object.add("top", top)
            return object.model
        }
    }

    struct Bar: Modelled, Sendable {
        let category: String
        let x: Double
        let y: Double
        let width: Double
        let height: Double

        var model: Model {
            var object = ModelObject()
            object.add("category", category)
            object.add("x", x)
            object.add("y", y)
            object.add("width", width)
            object.add("height", height)
            return object.model
        }
    }

    // In drawing units.
    private static let width = 320.0
    private static let height = 196.0
    private static let floor = 158.0
    /// Leaves room for two numbers one above the other.
    private static let ceiling = 26.0
    /// Height of a number above a bar.
    private static let number = 11.0

    /// - Parameter spans: what was logged from each edge to the next.
    public init(_ span: Span, _ spans: [TrainingSpan]) {
        var most = 0
        for span in spans { most = max(most, span.totals.all) }
        let highest = Self.scale(most)
        let left = max(34, 8 + 6.8 * Double(grouped(highest).utf8.count))
        let step = (Self.width - left) / Double(max(1, spans.count))
        var periods: [PeriodView] = []
        var bars: [Bar] = []
        for index in spans.indices where index < span.edges.count {
            let (day, totals) = (span.edges[index], spans[index].totals)
            let start = left + Double(index) * step
            var y = Self.floor
            for category in TrainingCategory.allCases where totals[category] > 0 {
                let height = Double(totals[category]) / Double(highest) * (Self.floor - Self.ceiling)
                y -= height
                bars.append(
                    Bar(
                        category: category.rawValue, x: tenth(start + step * 0.18), y: tenth(y),
                        width: tenth(step * 0.64), height: tenth(height)))
            }
            var top = y - 5
            // A number that would run into the one before it stands above it.
            if let before = periods.last, abs(before.top - top) < Self.number,
                Self.width(before.totalText, span) + Self.width(grouped(totals.all), span) > 2 * step
            {
                top = before.top - Self.number
            }
            periods.append(
                PeriodView(span.period, day, note: Self.note(span, index), totals, middle: start + step / 2, top: top))
        }
        self.left = tenth(left)
        by = span.period.rawValue
        isByWeek = span.period == .week
        self.periods = periods
        self.bars = bars
        title = "Minutes of training by " + by
        lines = ChartLine.three(upTo: highest, from: Self.floor, to: Self.ceiling)
        earlier = span.edges.first.map { Self.href(span.period, until: span.period.start(-1, after: $0)) }
        later =
            span.isLast
            ? nil
            : span.edges.last.map { Self.href(span.period, until: span.period.start(spans.count - 1, after: $0)) }
    }

    private static func href(_ period: TrainingPeriod, until day: CalendarDate) -> String {
        "/training?by=" + period.rawValue + "&until=" + day.text
    }

    /// Width of a number above a bar, and of the space beside it, at most.
    private static func width(_ number: String, _ span: Span) -> Double {
        Double(number.utf8.count) * (span.period == .week ? 7.2 : 6)
    }

    /// Height of the chart in minutes: a round number whose half is round too.
    static func scale(_ most: Int) -> Int {
        let steps = [60, 120, 180, 240, 360, 480, 600]
        if let step = steps.first(where: { $0 >= most }) { return step }
        var step = 1200
        while step < most { step += step < 6000 ? 1200 : 6000 }
        return step
    }

    /// Month or year of the first bar that falls in it. The first bar leaves room for its neighbour's.
    private static func note(_ span: Span, _ index: Int) -> String {
        func unit(_ day: CalendarDate) -> String {
            span.period == .week ? WallCalendar.month(day) : String(day.year)
        }
        let own = unit(span.edges[index])
        let neighbour = unit(span.edges[index > 0 ? index - 1 : index + 1])
        return own.isSame(as: neighbour) == (index == 0) ? own : ""
    }

    public var model: Model {
        var object = ModelObject()
        object.add("by", by)
        object.add("isByWeek", isByWeek)
        object.add("title", title)
        object.add("periods", periods)
        object.add("lines", lines)
        object.add("bars", bars)
        object.add("earlier", earlier)
        object.add("later", later)
        object.add("left", left)
        object.add("width", width)
        object.add("height", height)
        return object.model
    }
}
