/// Reason why a row of a file was skipped.
public struct RowProblem: Error, Sendable, Equatable {
    /// Line on which the row starts, the heading being line 1; for an unclosed quotation mark, its line. In a property
    /// list, the position in the array, from 1.
    public var line: Int
    /// Subject of the row, such as a person's name, shortened, as far as readable.
    public var name: String
    /// Field concerned, or "row".
    public var field: String
    /// Sentence for people.
    public var message: String

    public init(line: Int, name: String, field: String, message: String) {
        self.line = line
        self.name = name
        self.field = field
        self.message = message
    }
}

/// Reason why a file could not be read at all.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case tooLarge, tooMany, tooDeep, empty, notText, noHeader, columns, malformed, notARoster
    }

    public let code: Code
    /// Sentence or two for people.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

extension RowProblem {
    static func row(_ line: Int, _ name: String, _ message: String) -> RowProblem {
        RowProblem(line: line, name: name, field: "row", message: message)
    }

    /// Shortens text to a length that identifies a row. A single character may be as long as the file.
    static func shortened(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
    }
}
