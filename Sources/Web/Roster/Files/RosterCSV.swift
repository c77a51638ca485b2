import Foundation

/// Roster as comma-separated values (RFC 4180).
enum RosterCSV {
    static func bytes(_ people: [RosterRecord]) -> [UInt8] {
        CSV.file(RosterField.self, people.lazy.map { person in RosterField.allCases.map { person.cell($0) } })
    }

    static func rows(of text: UTF8Text) throws(FileError) -> RosterRows {
        var table = try CSVTable<RosterField>(of: text, needing: [.firstName, .lastName, .studentID])
        var rows = RosterRows()
        while let row = table.next() {
            let values = row.cells.map { column, cell in
                (column, column == .picture ? RosterValue.base64(cell.utf8) : .text(cell))
            }
            let record = Dictionary(uniqueKeysWithValues: values)
            if let problem = row.problem {
                try rows.add(.row(row.line, RosterRows.name(record), problem))
            } else {
                try rows.add(row.line, record)
            }
        }
        return rows
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
        return Data(base64Encoded: digits).map { .data(Array($0)) } ?? .unfit("not base64")
    }
}
