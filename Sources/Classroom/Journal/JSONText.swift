/// Text and numbers as JSON has them (RFC 8259).
public enum JSONText {
    /// Appends a string with its quotation marks, escaping only what must be (section 7).
    public static func append(_ string: String, to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                json.append(byte)
            } else if let escape = escapes.first(where: { $0.byte == byte }) {
                json += [UInt8(ascii: "\\"), escape.name]
            } else {
                json += "\\u00".utf8
                json += [hexadecimal(byte >> 4), hexadecimal(byte & 0xF)]
            }
        }
        json.append(UInt8(ascii: "\""))
    }

    /// Letter that stands for a byte behind a backslash.
    public static let escapes: [(name: UInt8, byte: UInt8)] = [
        (UInt8(ascii: "\""), 0x22), (UInt8(ascii: "\\"), 0x5C), (UInt8(ascii: "/"), 0x2F), (UInt8(ascii: "b"), 0x08),
        (UInt8(ascii: "f"), 0x0C), (UInt8(ascii: "n"), 0x0A), (UInt8(ascii: "r"), 0x0D), (UInt8(ascii: "t"), 0x09),
    ]

    /// Text of a number (section 6); `nil` if it is not finite.
    public static func number(_ number: Double) -> String? {
        guard number.isFinite else { return nil }
        let bytes = Array(number.description.utf8)
        let isWhole = bytes.count > 2 && bytes[bytes.count - 2] == UInt8(ascii: ".") && bytes.last == UInt8(ascii: "0")
        return String(utf8: Array(isWhole ? bytes[..<(bytes.count - 2)] : bytes[...]))
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
