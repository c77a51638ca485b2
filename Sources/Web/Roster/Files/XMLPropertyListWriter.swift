import Foundation

/// Writer of rosters as XML property lists (`PropertyList-1.0.dtd`).
enum XMLPropertyListWriter {
    static func bytes(_ people: [RosterRecord]) -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <array>

            """
        for person in people { text += dictionary(person) }
        text += "</array>\n</plist>\n"
        return Array(text.utf8)
    }

    private static func dictionary(_ person: RosterRecord) -> String {
        let pairs = RosterField.allCases.compactMap { field in
            value(of: person, field).map { "\t\t<key>\(field.key)</key>\n\t\t\($0)\n" }
        }
        return "\t<dict>\n" + pairs.joined() + "\t</dict>\n"
    }

    private static func value(of person: RosterRecord, _ field: RosterField) -> String? {
        switch field {
        case .active: return person.active ? "<true/>" : "<false/>"
        case .picture: return person.picture.map { "<data>\(Data($0).base64EncodedString())</data>" }
        default:
            let text = person.text(field)
            return text.isEmpty ? nil : "<string>\(escaped(text))</string>"
        }
    }

    /// Escapes text and drops characters that XML 1.0 cannot represent: most control characters and two noncharacters.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\r": escaped += "&#13;".unicodeScalars
            case "\t", "\n": escaped.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
