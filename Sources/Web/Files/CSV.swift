/// Comma-separated values (RFC 4180) as spreadsheets write them: with other separators, any of the three line endings,
/// and text after a closing quotation mark.
enum CSV {
    struct Row: Sendable, Equatable {
        /// Line on which the row starts, from 1.
        var line: Int
        /// First `mostFields` fields.
        var fields: [String]
        /// Number of fields, including those dropped.
        var count: Int
        /// Line of a quotation mark that is never closed. The rest of the file cannot be parsed, so this row has only
        /// the fields before it and is the last.
        var unclosedQuote: Int?
    }

    /// Limit that keeps a file of nothing but commas from becoming a million strings.
    static let mostFields = 256

    /// Formats a row with its line ending. Fields are quoted only if necessary.
    static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    /// Escapes text that a spreadsheet would read as a formula with a leading apostrophe. Text that looks escaped
    /// already gets another, so that `unguarded` always restores the original.
    static func guarded(_ text: String) -> String {
        isFormula(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
    }

    /// Restores the text of a cell written by `guarded`.
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
            // By code point, since a combining accent may follow a quotation mark.
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}

/// Reader of rows, skipping empty lines.
struct CSVReader {
    private var cursor: ByteCursor
    private var line = 1
    private let separator: UInt8
    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    init(_ utf8: [UInt8], separator: UInt8 = UInt8(ascii: ",")) {
        cursor = ByteCursor(utf8)
        self.separator = separator
    }

    /// Reads the next row; `nil` at the end.
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

    /// Takes a quoted field, in which two quotation marks stand for one; `nil` if there is no closing mark.
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
