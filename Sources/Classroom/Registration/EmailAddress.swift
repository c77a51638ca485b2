/// E-mail address: a dot-atom (RFC 5322 section 3.2.3), an @ and a host name with a dot, both in any script (RFC 6531).
/// Quoted local parts, comments and IP addresses are not supported.
public enum EmailAddress {
    /// Maximum length in bytes (RFC 5321 section 4.5.3.1.3, without the angle brackets).
    public static let most = 254
    /// Maximum length of the local part in bytes (RFC 5321 section 4.5.3.1.1).
    static let mostLocal = 64
    /// Maximum length of a host name label in characters (RFC 1035 section 2.3.4).
    static let mostLabel = 63

    static func read(_ name: String, from fields: inout FieldReader) -> String {
        let text = fields.text(name, most: most)
        check(text, name, &fields)
        return text
    }

    /// Reads an address that may be absent (`nil`) or empty.
    static func readOptional(_ name: String, from fields: inout FieldReader) -> String? {
        let text = fields.optionalText(name, most: most)
        if let text { check(text, name, &fields) }
        return text
    }

    private static func check(_ text: String, _ name: String, _ fields: inout FieldReader) {
        if !text.isEmpty, !isValid(text) {
            fields.note(name, "email", "This is not an e-mail address, as in ann@example.org.")
        }
    }

    /// Whether the text has the form of an e-mail address.
    public static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= most else { return false }
        let scalars = Words.scalars(of: text)
        guard let at = scalars.firstIndex(of: "@") else { return false }
        return isLocal(scalars[..<at]) && isHost(scalars[(at + 1)...])
    }

    private static func isLocal(_ part: ArraySlice<Unicode.Scalar>) -> Bool {
        part.reduce(0) { $0 + UTF8.width($1) } <= mostLocal
            && labels(part).allSatisfy { atom in !atom.isEmpty && atom.allSatisfy(isAtomText) }
    }

    private static func isHost(_ part: ArraySlice<Unicode.Scalar>) -> Bool {
        let labels = labels(part)
        guard labels.count >= 2, let last = labels.last else { return false }
        // The last label is never a number (RFC 3696 section 2): that would be an IP address.
        return labels.allSatisfy(isLabel) && !last.allSatisfy(isDigit)
    }

    private static func isLabel(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = label.first, let last = label.last, label.count <= mostLabel else { return false }
        return first != "-" && last != "-" && label.allSatisfy { $0 == "-" || isDigit($0) || isLetter($0) }
    }

    private static func labels(_ part: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
        part.split(separator: ".", omittingEmptySubsequences: false)
    }

    /// Whether the scalar is `atext`.
    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~": true
        default: isDigit(scalar) || isLetter(scalar)
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(scalar.value)
    }

    /// Whether the scalar is a letter. Beyond ASCII everything is, except the blocks of spaces, symbols and emoji, and
    /// full-width ASCII, which host names never contain.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0xD7, 0xF7: false
        case 0xC0..<0x2000, 0x2C00..<0x2E00, 0x2E80..<0x3000, 0x3005...0x3007, 0x3021..<0xE000, 0xF900..<0xFE00,
            0xFE70..<0xFEFF, 0x10000..<0x1F000, 0x20000..<0xE0000:
            !Words.isSpace(scalar)
        default: false
        }
    }
}
