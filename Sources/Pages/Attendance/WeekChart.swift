import Classroom

/// Chart of the classes that somebody attended and missed, or of the people present, week by week.
public final class WeekChart: Modelled, Sendable {
    /// Number of weeks shown, up to this one: half a year.
    static let weeks = 26

    let title: String
    let weeks: [Week]
    let lines: [ChartLine]
    let bars: [Bar]
    /// What the heights of the bars say, as the table's headings.
    let kinds: [String]
    let width = Int(nearest: WeekChart.width) ?? 0
    let height = Int(nearest: WeekChart.height) ?? 0

    final class Week: Modelled, Sendable {
        /// First day, a Monday.
        let start: String
        let title: String
        /// Day below the bar; "" below most.
        let label: String
        let numbers: [Int]
        let cells: [String]
        let middle: Double

        fileprivate init(_ day: CalendarDate, isLabelled: Bool, _ numbers: [Int], middle: Double) {
            let words = String(day.day) + " " + WallCalendar.month(day)
            (start, title, label) = (day.text, "Week of " + words + " " + String(day.year), isLabelled ? words : "")
            (self.numbers, cells, self.middle) = (numbers, numbers.map { grouped($0) }, middle)
        }

        var model: Model {
            var object = ModelObject()
            object.add("start", start)
            object.add("title", title)
            object.add("label", label)
            object.add("numbers", numbers)
            object.add("cells", cells)
            object.add("middle", middle)
            return object.model
        }
    }

    struct Bar: Modelled, Sendable {
        let isSecond: Bool
        let x: Double
        let y: Double
        let width: Double
        let height: Double

        var model: Model {
            var object = ModelObject()
            object.add("isSecond", isSecond)
            object.add("x", x)
            object.add("y", y)
            object.add("width", width)
            object.add("height", height)
            return object.model
        }
    }

    // In drawing units.
    private static let width = 320.0
    private static let height = 140.0
    private static let left = 34.0
    private static let floor = 112.0
    private static let ceiling = 12.0

    /// - Parameters:
    ///   - kinds: what is counted, from below to above.
    ///   - counts: number of each kind in each week of `starts`.
    public init(_ title: String, _ kinds: [String], starts: [CalendarDate], _ counts: [[Int]]) {
        var most = 0
        for numbers in counts { most = max(most, numbers.reduce(0, +)) }
        let highest = Self.scale(most)
        let step = (Self.width - Self.left) / Double(max(1, starts.count))
        var (weeks, bars): ([Week], [Bar]) = ([], [])
        for index in starts.indices where index < counts.count {
            let (x, numbers) = (Self.left + Double(index) * step, counts[index])
            var y = Self.floor
            for kind in numbers.indices where numbers[kind] > 0 {
                let tall = Double(numbers[kind]) / Double(highest) * (Self.floor - Self.ceiling)
                y -= tall
                bars.append(
                    Bar(
                        isSecond: kind > 0, x: tenth(x + step * 0.15), y: tenth(y), width: tenth(step * 0.7),
                        height: tenth(tall)))
            }
            weeks.append(Week(starts[index], isLabelled: index % 6 == 2, numbers, middle: tenth(x + step / 2)))
        }
        (self.title, self.kinds, self.weeks, self.bars) = (title, kinds, weeks, bars)
        lines = ChartLine.three(upTo: highest, from: Self.floor, to: Self.ceiling)
    }

    /// Mondays of the weeks shown, and when the first of them begins.
    public static func span(_ calendar: WallCalendar, _ now: Instant) -> (starts: [CalendarDate], since: Instant) {
        let today = calendar.day(of: now)
        let starts = (0..<weeks).map { TrainingPeriod.week.start($0 - weeks + 1, after: today) }
        return (starts, starts.first.map { calendar.start(of: $0) } ?? now)
    }

    /// Height of the chart: an even number.
    static func scale(_ most: Int) -> Int {
        let steps = [2, 4, 6, 8, 10, 20, 40, 60, 80, 100]
        return steps.first { $0 >= most } ?? (most + 99) / 100 * 100
    }

    public var model: Model {
        var object = ModelObject()
        object.add("title", title)
        object.add("weeks", weeks)
        object.add("lines", lines)
        object.add("bars", bars)
        object.add("kinds", kinds)
        object.add("width", width)
        object.add("height", height)
        return object.model
    }
}
