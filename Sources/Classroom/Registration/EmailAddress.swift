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
        return isLocal(scalars, until: at) && isHost(scalars, from: at + 1)
    }

    private static func isLocal(_ scalars: [Unicode.Scalar], until end: Int) -> Bool {
        var (length, isEmpty) = (0, true)
        for scalar in scalars[..<end] {
            length += UTF8.width(scalar)
            guard scalar == "." ? !isEmpty : isAtomText(scalar) else { return false }
            isEmpty = scalar == "."
        }
        return !isEmpty && length <= mostLocal
    }

    private static func isHost(_ scalars: [Unicode.Scalar], from start: Int) -> Bool {
        var (labels, start, isNumber) = (0, start, true)
        for place in start...scalars.count {
            if place < scalars.count, scalars[place] != "." {
                guard isLabelText(scalars[place]) else { return false }
                isNumber = isNumber && isDigit(scalars[place])
                continue
            }
            guard place > start, place - start <= mostLabel else { return false }
            guard scalars[start] != "-", scalars[place - 1] != "-" else { return false }
            (labels, start) = (labels + 1, place + 1)
            // The last label is never a number (RFC 3696 section 2): that would be an IP address.
            if place == scalars.count { return labels >= 2 && !isNumber }
            isNumber = true
        }
        return false
    }

    private static func isLabelText(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || isDigit(scalar) || isLetter(scalar)
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
