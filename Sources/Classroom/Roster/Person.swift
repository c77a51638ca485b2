/// Role of a person.
public enum Role: String, CaseIterable, Sendable {
    case instructor
    case student

    static let words = Role.allCases.map { $0.rawValue }
}

/// First and last name. Either may be empty, since some people have only one name.
public struct PersonName: Sendable, Equatable {
    /// Maximum length of each name in characters.
    public static let most = 100

    public let first: String
    public let last: String

    public init(first: String, last: String) {
        self.first = first
        self.last = last
    }

    public var problem: FieldProblem? {
        first.isEmpty && last.isEmpty ? FieldProblem("firstName", "required", "Please enter a name.") : nil
    }

    /// Full name: "Ann Fleming".
    public var full: String {
        if first.isEmpty { return last }
        return last.isEmpty ? first : first + " " + last
    }

    /// Initials, at most two characters.
    public var initials: String {
        var letters = ""
        for name in [first, last] {
            if let letter = name.first(where: { $0.isLetter || $0.isNumber }) ?? name.first {
                letters += letter.uppercased()
            }
        }
        return letters
    }
}

/// ID by which a school or studio knows a person. People join the roster once they have an ID of their own.
public struct StudentID: Sendable, Equatable {
    /// Maximum length in characters.
    public static let most = 32
    /// Placeholder in the form for a new person.
    public static let none = "00000000"

    public let text: String

    /// Returns `nil` if the text is empty or the placeholder.
    public init?(_ text: String) {
        if text.isEmpty || text.isSame(as: Self.none) { return nil }
        self.text = text
    }

    /// Whether an ID is a number of eight digits, as the book gives them.
    public static func isNumber(_ text: String) -> Bool {
        text.utf8.count == 8 && Array(text.utf8).allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    /// Next ID to suggest: the largest eight-digit ID in use plus one; `nil` if there is none left.
    ///
    /// - Parameter largest: eight digits.
    public static func next(after largest: String?) -> String? {
        guard let largest else { return padded(1, 8) }
        var digits = Array(largest.utf8)
        for place in digits.indices.reversed() {
            if digits[place] != UInt8(ascii: "9") {
                digits[place] += 1
                return String(utf8: digits)
            }
            digits[place] = UInt8(ascii: "0")
        }
        return nil
    }
}

/// GitHub username: letters, digits and single inner hyphens, at most 39 characters (GitHub's sign-up form).
enum GitHubName {
    static func read(_ name: String, from fields: inout FieldReader) -> String? {
        guard let text = fields.optionalText(name, most: 39) else { return nil }
        if !isValid(text) {
            fields.note(name, "github", "A GitHub username has only letters, digits and single hyphens in between.")
        }
        return text
    }

    private static func isValid(_ text: String) -> Bool {
        var previous = UInt8(ascii: "-")
        for byte in Array(text.utf8) {
            let isHyphen = byte == UInt8(ascii: "-")
            guard isHyphen ? previous != byte : isLetterOrDigit(byte) else { return false }
            previous = byte
        }
        return text.isEmpty || previous != UInt8(ascii: "-")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
