import Foundation

/// A roster as comma-separated values. See RFC 4180.
enum RosterCSV {
    static func bytes(_ people: [RosterRecord]) -> [UInt8] {
        var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
        bytes += CSV.line(RosterField.allCases.map(\.heading)).utf8
        for person in people {
            let cells = RosterField.allCases.map { CSV.guarded(person.cell($0)) }
            bytes += CSV.line(cells).utf8
        }
        return bytes
    }

    static func rows(of text: UTF8Text) throws(RosterFileError) -> RosterRows {
        let heading = try RosterHeading(of: text)
        var reader = CSVReader(text.bytes, separator: heading.separator)
        _ = reader.next()
        var rows = RosterRows()
        while let row = reader.next() {
            if let line = row.unclosedQuote {
                let message = "This row has a quotation mark that is never closed; nothing after it could be read."
                try rows.add(.row(line, heading.name(row.fields), message))
            } else if row.count != heading.count {
                if row.isBlank { continue }
                try rows.add(.row(row.line, heading.name(row.fields), heading.mismatch(row.count)))
            } else if !row.isBlank {
                try rows.add(row.line, heading.values(row.fields))
            }
        }
        return rows
    }
}

/// Which column is which.
private struct RosterHeading {
    let separator: Character
    let count: Int
    private let fields: [RosterField?]
    private static let needed: [RosterField] = [.firstName, .lastName, .studentID]

    /// Takes the separator that makes the most of the first line.
    init(of text: UTF8Text) throws(RosterFileError) {
        let headings = [",", ";", "\t"].map { RosterHeading(of: text, separator: $0) }
        let best = headings.max { $0.known.count < $1.known.count }
        guard let best, best.known.isSuperset(of: Self.needed) else {
            let missing = Self.needed.filter { best?.known.contains($0) != true }.map { "“\($0.heading)”" }
            throw RosterFileError(
                .noHeader, "The first line must name the columns; it lacks \(missing.joined(separator: ", ")).")
        }
        if let twice = best.known.first(where: { field in best.fields.count { $0 == field } > 1 }) {
            throw RosterFileError(.malformed, "The first line names the column “\(twice.heading)” twice.")
        }
        self = best
    }

    private init(of text: UTF8Text, separator: Character) {
        var reader = CSVReader(text.bytes, separator: separator)
        let row = reader.next()
        self.separator = separator
        count = row?.count ?? 0
        fields = row?.fields.map { RosterField(named: $0) } ?? []
    }

    private var known: Set<RosterField> { Set(fields.compactMap(\.self)) }

    func values(_ cells: [String]) -> [RosterField: RosterValue] {
        var values: [RosterField: RosterValue] = [:]
        for case (let field?, let cell) in zip(fields, cells) {
            let text = CSV.unguarded(cell)
            values[field] = field == .picture ? .base64(text.utf8) : .text(text)
        }
        return values
    }

    /// The person's name, as far as a row that cannot be read whole tells it.
    func name(_ cells: [String]) -> String {
        let values = values(cells)
        return RosterRows.name(values)
    }

    func mismatch(_ count: Int) -> String {
        "This row has \(count) \(count == 1 ? "field" : "fields") where the heading has \(self.count)."
    }
}

extension CSV.Row {
    /// As spreadsheets leave them below a table.
    fileprivate var isBlank: Bool { count <= CSV.mostFields && fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
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
    /// Base64 (RFC 4648), broken into lines at will.
    static func base64(_ text: some Sequence<UInt8>) -> RosterValue {
        let digits = Data(text.filter { !UTF8Text.isSpace($0) })
        return Data(base64Encoded: digits).map { .data(Array($0)) } ?? .unfit("not base64")
    }
}
