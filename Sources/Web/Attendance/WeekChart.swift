import Classroom
import Pages
import Store

/// Chart of the classes that somebody attended and missed, or of the people present, week by week.
struct WeekChart: Modelled, Sendable {
    /// Number of weeks shown, up to this one: half a year.
    static let weeks = 26

    let title: String
    let weeks: [Week]
    let lines: [Line]
    let bars: [Bar]
    /// What the heights of the bars say, as the table's headings.
    let kinds: [String]
    let width = Int(nearest: Self.width) ?? 0
    let height = Int(nearest: Self.height) ?? 0

    struct Week: Modelled, Sendable {
        /// First day, a Monday.
        let start: String
        let title: String
        /// Day below the bar; "" below most.
        let label: String
        let numbers: [Int]
        let cells: [String]
        let middle: Double

        var model: Model {
            [
                "start": start.model, "title": title.model, "label": label.model, "numbers": numbers.model,
                "cells": cells.model, "middle": middle.model,
            ]
        }
    }

    struct Line: Modelled, Sendable {
        let y: Double
        let label: String

        var model: Model { ["y": y.model, "label": label.model] }
    }

    struct Bar: Modelled, Sendable {
        let isSecond: Bool
        let x: Double
        let y: Double
        let width: Double
        let height: Double

        var model: Model {
            ["isSecond": isSecond.model, "x": x.model, "y": y.model, "width": width.model, "height": height.model]
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
    init(_ title: String, _ kinds: [String], starts: [CalendarDate], _ counts: [[Int]]) {
        self.title = title
        self.kinds = kinds
        let highest = Self.scale(counts.map { $0.reduce(0, +) }.max() ?? 0)
        let step = (Self.width - Self.left) / Double(max(1, starts.count))
        var (weeks, bars): ([Week], [Bar]) = ([], [])
        for (index, (day, numbers)) in zip(starts, counts).enumerated() {
            let x = Self.left + Double(index) * step
            var y = Self.floor
            for (kind, number) in numbers.enumerated() where number > 0 {
                let tall = Double(number) / Double(highest) * (Self.floor - Self.ceiling)
                y -= tall
                bars.append(
                    Bar(
                        isSecond: kind > 0, x: Self.rounded(x + step * 0.15), y: Self.rounded(y),
                        width: Self.rounded(step * 0.7), height: Self.rounded(tall)))
            }
            let words = "\(day.day) \(WallCalendar.month(day))"
            weeks.append(
                Week(
                    start: day.text, title: "Week of \(words) \(day.year)", label: index % 6 == 2 ? words : "",
                    numbers: numbers, cells: numbers.map(grouped), middle: Self.rounded(x + step / 2)))
        }
        (self.weeks, self.bars) = (weeks, bars)
        lines = [0, 1, 2].map { part in
            let y = Self.floor - Double(part) / 2 * (Self.floor - Self.ceiling)
            return Line(y: Self.rounded(y), label: grouped(highest * part / 2))
        }
    }

    /// Mondays of the weeks shown.
    static func starts(_ today: CalendarDate) -> [CalendarDate] {
        (0..<weeks).map { TrainingPeriod.week.start($0 - weeks + 1, after: today) }
    }

    /// Height of the chart: an even number.
    static func scale(_ most: Int) -> Int {
        let steps = [2, 4, 6, 8, 10, 20, 40, 60, 80, 100]
        return steps.first { $0 >= most } ?? (most + 99) / 100 * 100
    }

    private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    var model: Model {
        [
            "title": title.model, "weeks": weeks.model, "lines": lines.model, "bars": bars.model, "kinds": kinds.model,
            "width": width.model, "height": height.model,
        ]
    }
}
