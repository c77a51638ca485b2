/// Web address that people may be sent to.
public enum WebLink {
    /// Maximum length in characters.
    public static let most = 1000

    /// Reads an address; "" for none, `nil` if absent.
    static func read(_ name: String, from fields: inout FieldReader) -> String? {
        guard let text = fields.optionalText(name, most: most) else { return nil }
        if !text.isEmpty, !isLink(text) {
            fields.note(name, "link", "This must be an address that begins with https:// or http://.")
        }
        return text
    }

    /// Whether the text is an http or https address with a host, without user information or forbidden characters (RFC
    /// 3986, RFC 9110 section 4.2).
    static func isLink(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let start = [Array("https://".utf8), Array("http://".utf8)].first(where: { begins(bytes, with: $0) })
        else { return false }
        let rest = bytes.dropFirst(start.count)
        let host = rest.prefix { !isEnd($0) }
        guard let first = host.first, isHostByte(first), !host.contains(UInt8(ascii: "@")),
            !host.contains(UInt8(ascii: "\\"))
        else { return false }
        return rest.allSatisfy { $0 > 0x20 && $0 != 0x7F && !Self.unwise.contains($0) }
    }

    private static func begins(_ bytes: [UInt8], with start: [UInt8]) -> Bool {
        // Schemes are case-insensitive.
        bytes.count > start.count && zip(bytes, start).allSatisfy { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) == $1 }
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Whether the byte may occur in a host: a name in any script, a number or an IPv6 address.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "["), 0x80...:
            true
        default: false
        }
    }

    private static let unwise = Array("\"<>`{}|\\^".utf8)
}
