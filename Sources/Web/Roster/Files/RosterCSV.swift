import Classroom
import Foundation

/// Roster as comma-separated values (RFC 4180).
enum RosterCSV {
    static func bytes(_ people: [RosterRecord]) -> [UInt8] {
        CSV.file(RosterField.self, people.lazy.map { person in RosterField.allCases.map { person.cell($0) } })
    }

    /// Reads the people of a list; nobody while it is not known where the names are.
    static func rows(of text: UTF8Text, _ layout: RosterLayout) throws(FileError) -> RosterRows {
        var rows = RosterRows()
        guard layout.hasNames else { return rows }
        var reader = CSVReader(text.bytes, separator: layout.separator.rawValue)
        var width: Int?
        if layout.hasHeading { width = reader.next()?.count }
        while let row = reader.next() {
            if row.unclosedQuote == nil, row.isBlank { continue }
            let (record, middleName) = values(of: row, layout)
            if let problem = problem(of: row, width) {
                try rows.add(.row(row.unclosedQuote ?? row.line, RosterRows.name(record), problem))
            } else {
                try rows.add(row.line, record, middleName: middleName)
            }
        }
        return rows
    }

    private static func values(
        of row: CSV.Row, _ layout: RosterLayout
    ) -> (values: [RosterField: RosterValue], middleName: String) {
        var values: [RosterField: RosterValue] = [:]
        var middle = ""
        for (column, cell) in zip(layout.columns, row.fields) {
            let cell = CSV.unguarded(cell)
            switch column {
            case .notKept: break
            case .middleName: middle = Words.trimmed(cell)
            case .field(.picture): values[.picture] = .base64(cell.utf8)
            case .field(.email): values[.email] = .text(first(of: cell))
            case .field(.phone): values[.phone] = .text(first(of: cell))
            case .field(let field): values[field] = .text(cell)
            case .name:
                let (whole, address) = RosterName.parted(
                    layout.hasHeading ? cell : RosterName.withoutListMark(cell))
                if !address.isEmpty, values[.email] == nil { values[.email] = .text(address) }
                let name = RosterName.split(whole)
                values[.firstName] = .text(name.first)
                values[.lastName] = .text(name.last)
            }
        }
        if !middle.isEmpty, case .text(let first) = values[.firstName] ?? .text("") {
            values[.firstName] = .text(first.isEmpty ? middle : Words.trimmed(first) + " " + middle)
        }
        return (values, middleName: middle)
    }

    /// First of several values in a cell, which Google Contacts separates by " ::: ".
    private static func first(of cell: String) -> String {
        cell.firstRange(of: " ::: ").map { String(cell[..<$0.lowerBound]) } ?? cell
    }

    private static func problem(of row: CSV.Row, _ width: Int?) -> String? {
        if row.unclosedQuote != nil {
            return "This row has a quotation mark that is never closed; nothing after it could be read."
        }
        guard let width, row.count != width else { return nil }
        return "This row has \(row.count) \(row.count == 1 ? "field" : "fields") where the heading has \(width)."
    }
}

extension RosterRecord {
    fileprivate func cell(_ field: RosterField) -> String {
        switch field {
        case .picture: picture.map { Data($0).base64EncodedString() } ?? ""
        case .active: active ? "true" : "false"
        default: text(field)
        }
    }
}

extension RosterValue {
    /// Decodes Base64 (RFC 4648) with arbitrary line breaks.
    static func base64(_ text: some Sequence<UInt8>) -> RosterValue {
        let digits = Data(text.filter { !UTF8Text.isSpace($0) })
        return Data(base64Encoded: digits).map { .data(Array($0)) } ?? .unfit("not one that Shala can read")
    }
}
