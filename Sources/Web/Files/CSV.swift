/// Comma-separated values as RFC 4180 describes them, with what spreadsheets make of it: other separators, any of the
/// three ends of line, and text after a closing quotation mark.
enum CSV {
    struct Row: Sendable, Equatable {
        /// The line the row begins on, from 1.
        var line: Int
        /// The first `mostFields` of them.
        var fields: [String]
        /// How many fields there are, also beyond those kept.
        var count: Int
        /// The line of a quotation mark that nothing closes. What follows it cannot be told apart, so this row holds
        /// the fields before it and is the last.
        var unclosedQuote: Int?
    }

    /// So that a file of nothing but commas does not become a million texts.
    static let mostFields = 256

    /// One row with its end of line. A field is quoted only where it must be.
    static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    /// Text that a spreadsheet would take for a formula, made plain by a leading apostrophe. Text that would be
    /// mistaken for such a cell gets one more, so that `unguarded` gives back any text as it was.
    static func guarded(_ text: String) -> String {
        isFormula(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
    }

    /// The text of a cell written by `guarded`.
    static func unguarded(_ cell: String) -> String {
        guard cell.utf8.first == apostrophe, isFormula(cell.utf8.drop { $0 == apostrophe }) else { return cell }
        return String(decoding: cell.utf8.dropFirst(), as: UTF8.self)
    }

    private static let apostrophe = UInt8(ascii: "'")

    private static func isFormula(_ text: Substring.UTF8View) -> Bool {
        text.first.map("=+-@\t\r".utf8.contains) ?? false
    }

    private static func quoted(_ field: String) -> String {
        let space = UInt8(ascii: " ")
        guard
            field.utf8.contains(where: "\",\r\n".utf8.contains) || field.utf8.first == space || field.utf8.last == space
        else { return field }
        var quoted = "\"".unicodeScalars
        for scalar in field.unicodeScalars {
            // By code point: a quotation mark may carry an accent.
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}

/// Reads row after row, skipping empty lines.
struct CSVReader {
    private var cursor: ByteCursor
    private var line = 1
    private let separator: UInt8
    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    init(_ utf8: [UInt8], separator: Character = ",") {
        cursor = ByteCursor(utf8)
        self.separator = separator.asciiValue ?? UInt8(ascii: ",")
    }

    /// The next row; `nil` at the end.
    mutating func next() -> CSV.Row? {
        while skipLineEnd() {}
        guard cursor.peek != nil else { return nil }
        var row = CSV.Row(line: line, fields: [], count: 0)
        repeat {
            let start = line
            guard let field = field() else {
                row.unclosedQuote = start
                return row
            }
            if row.count < CSV.mostFields { row.fields.append(String(decoding: field, as: UTF8.self)) }
            row.count += 1
        } while skipSeparator()
        _ = skipLineEnd()
        return row
    }

    private mutating func field() -> ArraySlice<UInt8>? {
        guard cursor.peek == Self.quote else { return unquoted() }
        return quoted().map { $0 + unquoted() }
    }

    private mutating func unquoted() -> ArraySlice<UInt8> {
        let separator = separator
        return cursor.take { $0 != separator && $0 != Self.newline && $0 != Self.carriageReturn }
    }

    /// What is between quotation marks; two of them stand for one. `nil` when there is no closing one.
    private mutating func quoted() -> ArraySlice<UInt8>? {
        var text: ArraySlice<UInt8> = []
        _ = cursor.next()
        while true {
            text += cursor.take { $0 != Self.quote && $0 != Self.newline && $0 != Self.carriageReturn }
            let start = cursor.position
            if skipLineEnd() {
                text += cursor.bytes[start..<cursor.position]
            } else {
                guard cursor.next() != nil else { return nil }
                guard cursor.peek == Self.quote else { return text }
                text.append(Self.quote)
                _ = cursor.next()
            }
        }
    }

    private mutating func skipSeparator() -> Bool {
        guard cursor.peek == separator else { return false }
        return cursor.next() != nil
    }

    private mutating func skipLineEnd() -> Bool {
        guard cursor.skip("\r\n") || cursor.skip("\n") || cursor.skip("\r") else { return false }
        line += 1
        return true
    }
}
