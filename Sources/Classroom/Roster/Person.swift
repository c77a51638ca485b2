/// What somebody is here.
public enum Role: String, CaseIterable, Sendable {
    case instructor
    case student

    static let words = Role.allCases.map { $0.rawValue }
}

/// A first and a last name. Some people have only one, so one of the two may be empty.
public struct PersonName: Sendable, Equatable {
    /// The most characters in either.
    public static let most = 100

    public let first: String
    public let last: String

    public init(first: String, last: String) {
        self.first = first
        self.last = last
    }

    public var problem: FieldProblem? {
        first.isEmpty && last.isEmpty ? FieldProblem("firstName", "required", "A person needs a name.") : nil
    }

    /// As it is said: "Ann Fleming".
    public var full: String {
        if first.isEmpty { return last }
        return last.isEmpty ? first : first + " " + last
    }

    /// The first letters of the two, at most two characters.
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

/// The ID by which a school or studio knows a person. Having one of one's own is what puts a person on the roster.
public struct StudentID: Sendable, Equatable {
    /// The most characters.
    public static let most = 32
    /// What a new person's form starts with. It is nobody's.
    public static let none = "00000000"

    public let text: String

    /// `nil` if the text is no ID of anybody's own: empty, or 00000000.
    public init?(_ text: String) {
        if text.isEmpty || text.isSame(as: Self.none) { return nil }
        self.text = text
    }

    /// The number after the largest of the eight-digit IDs in use, as the one to suggest; `nil` once there is none.
    public static func next(after largest: String?) -> String? {
        guard let largest else { return padded(1, 8) }
        guard let number = Int64(largest), number < 99_999_999 else { return nil }
        return padded(number + 1, 8)
    }
}

/// A GitHub username: letters, digits and single hyphens inside, at most 39 (as GitHub's sign-up form says).
enum GitHubName {
    static func read(_ name: String, from fields: inout FieldReader) -> String? {
        guard let text = fields.optionalText(name, most: 39) else { return nil }
        if !isValid(text) {
            fields.note(name, "github", "A GitHub username has only letters, digits and single hyphens inside.")
        }
        return text
    }

    private static func isValid(_ text: String) -> Bool {
        var previous = UInt8(ascii: "-")
        for byte in text.utf8 {
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
