/// One person as a roster file tells of them, before any rule has judged it.
public struct RosterRecord: Sendable, Equatable {
    /// CSV: the line the record begins on, the heading being line 1 (a quoted field may span lines).
    /// Property list: the place in the array, from 1.
    public var line: Int
    /// Texts are in Unicode's normal form C, and empty when the file does not say.
    public var firstName, lastName, studentID, github, role: String
    /// The student type's name.
    public var type: String
    /// YYYY-MM-DD, as far as the file keeps to it.
    public var joined: String
    public var active: Bool
    /// The bytes of the picture, whatever they are.
    public var picture: [UInt8]?

    public init(
        line: Int, firstName: String = "", lastName: String = "", studentID: String = "", github: String = "",
        role: String = "", type: String = "", joined: String = "", active: Bool = true, picture: [UInt8]? = nil
    ) {
        self.line = line
        self.firstName = firstName
        self.lastName = lastName
        self.studentID = studentID
        self.github = github
        self.role = role
        self.type = type
        self.joined = joined
        self.active = active
        self.picture = picture
    }
}

/// A record that could not even be read.
public struct RosterFileProblem: Error, Sendable, Equatable {
    /// As in `RosterRecord`; for a quotation mark that is never closed, the line it stands on.
    public var line: Int
    /// The person's name as far as it could be read, shortened.
    public var name: String
    /// The property of `RosterRecord` it is about, or "row".
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

/// Why nothing of a roster file could be read.
public struct RosterFileError: Error, Sendable, Equatable, CustomStringConvertible {
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
