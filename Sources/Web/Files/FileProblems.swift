/// Why a row of a file was left out.
public struct RowProblem: Error, Sendable, Equatable {
    /// The line the row begins on, the heading being line 1; for a quotation mark that is never closed, the line it
    /// stands on. In a property list the place in the array, from 1.
    public var line: Int
    /// What the row is about, such as a person's name, as far as it could be read, shortened.
    public var name: String
    /// The field it is about, or "row".
    public var field: String
    /// A sentence for people.
    public var message: String

    public init(line: Int, name: String, field: String, message: String) {
        self.line = line
        self.name = name
        self.field = field
        self.message = message
    }
}

/// Why nothing of a file could be read.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case tooLarge, tooMany, tooDeep, empty, notText, noHeader, malformed, notARoster
    }

    public let code: Code
    /// A sentence or two for people.
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

    /// Enough of a text to tell what a row is about: one character may be as long as the file.
    static func shortened(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
    }
}
