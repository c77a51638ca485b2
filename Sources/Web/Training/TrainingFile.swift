import Classroom
import Foundation
import Pages
import Store

/// Column of a training log file.
enum TrainingColumn: String, CaseIterable, CSVColumn {
    case date, time, offset, minutes, category, description, source, id

    var heading: String {
        switch self {
        case .date: "Date"
        case .time: "Time"
        case .offset: "UTC Offset"
        case .minutes: "Minutes"
        case .category: "Category"
        case .description: "Description"
        case .source: "Source"
        case .id: "ID"
        }
    }

    var otherNames: [String] { [rawValue] }
    static let byName = namesOfAll()
}

/// Row of a training log file, not yet checked by any rule.
struct TrainingRecord: Sendable, Equatable {
    let line: Int
    var description: String
    var category: String
    /// Minutes as written in the file.
    var minutes: String
    var start: Instant
    /// Identifier in the log that was exported; "" for none.
    var id: String
}

/// Training log as a CSV file.
struct TrainingFile: Sendable {
    /// Maximum size: 4 MiB.
    static let mostBytes = 4 * 1024 * 1024
    static let mostRecords = 20_000

    private(set) var records: [TrainingRecord] = []
    /// Number of rows from classes, which are skipped: such entries come from attendance alone.
    private(set) var ofClasses = 0
    private(set) var problems: [RowProblem] = []

    /// - Parameter calendar: calendar in the time zone of times without an offset.
    /// - Throws: if the file cannot be read at all. A row that cannot be read is one of `problems`.
    init(reading bytes: [UInt8], in calendar: WallCalendar) throws(FileError) {
        guard bytes.count <= Self.mostBytes else { throw FileError(.tooLarge, "The file is larger than 4 MiB.") }
        var table = try CSVTable<TrainingColumn>(of: UTF8Text(bytes), needing: [.date, .minutes, .description])
        while let row = table.next() {
            guard records.count + ofClasses + problems.count < Self.mostRecords else {
                throw FileError(.tooMany, "The file has more than \(Self.mostRecords) rows.")
            }
            if row.cells[.source]?.lowercased() == Self.ofClass {
                ofClasses += 1
                continue
            }
            do throws(RowProblem) {
                records.append(try TrainingRecord(row, calendar))
            } catch {
                problems.append(error)
            }
        }
    }

    /// Source of entries that come from a class.
    static let ofClass = "class"

    /// Cells of a log entry in column order.
    static func cells(_ training: Training, _ calendar: WallCalendar) -> [String] {
        TrainingColumn.allCases.map { column in
            switch column {
            case .date: calendar.day(of: training.startedAt).text
            case .time: calendar.clock(training.startedAt)
            case .offset: "UTC" + calendar.offset(training.startedAt)
            case .minutes: String(training.minutes)
            case .category: training.category.rawValue
            case .description: training.description
            case .source: training.session == nil ? "log" : ofClass
            case .id: training.id.text
            }
        }
    }
}

extension TrainingRecord {
    func problem(_ field: String, _ message: String) -> RowProblem {
        RowProblem(line: line, name: RowProblem.shortened(description), field: field, message: message)
    }

    fileprivate init(_ row: CSVTable<TrainingColumn>.Row, _ calendar: WallCalendar) throws(RowProblem) {
        func cell(_ column: TrainingColumn) -> String {
            (row.cells[column] ?? "").trimmingCharacters(in: .whitespaces)
        }
        let name = RowProblem.shortened(cell(.description))
        func problem(_ field: String, _ words: String) -> RowProblem {
            RowProblem(line: row.line, name: name, field: field, message: words)
        }
        if let words = row.problem { throw problem("row", words) }
        guard let day = CalendarDate(cell(.date)), (2000..<2200).contains(day.year) else {
            throw problem("date", "The date must be a day as in 2026-11-03.")
        }
        guard let time = Self.time(cell(.time)) else { throw problem("time", "The time must be as in 18:30.") }
        guard let minutesAhead = Self.offset(cell(.offset)) else {
            throw problem("offset", "The offset must be as in UTC+01:00.")
        }
        line = row.line
        description = cell(.description)
        category = cell(.category).lowercased()
        minutes = cell(.minutes)
        id = cell(.id)
        let wall = minutesAhead.map { ahead in
            Int64(day.daysSince1970) * 86_400_000 + Int64(time.hour * 60 + time.minute - ahead) * 60_000
        }
        start =
            wall.map { Instant(milliseconds: $0 + Int64(time.milliseconds)) }
            ?? calendar.moment(day, hour: time.hour, minute: time.minute).adding(milliseconds: Int64(time.milliseconds))
    }

    /// Parses a time of day: "18:30", "18:30:15", "18:30:15.250"; noon if absent.
    private static func time(_ text: String) -> (hour: Int, minute: Int, milliseconds: Int)? {
        if text.isEmpty { return (12, 0, 0) }
        let full = text.split(separator: ":").count == 2 ? text + ":00" : text
        // Any date will do for parsing. The hour is padded, since spreadsheets drop its leading zero.
        guard let instant = Instant("1970-01-01T" + (full.prefix(2).hasSuffix(":") ? "0" : "") + full + "Z") else {
            return nil
        }
        let milliseconds = Int(instant.milliseconds)
        return (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds % 60_000)
    }

    /// Parses "UTC+01:00" as minutes; an inner `nil` if absent.
    private static func offset(_ text: String) -> Int?? {
        if text.isEmpty { return .some(nil) }
        let number = text.uppercased().hasPrefix("UTC") ? String(text.dropFirst(3)) : text
        guard let instant = Instant("1970-01-02T00:00:00" + (number.isEmpty ? "Z" : number)) else { return nil }
        return .some(Int((86_400_000 - instant.milliseconds) / 60_000))
    }
}
