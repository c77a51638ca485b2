/// Text file as valid UTF-8 without a byte order mark.
///
/// Reads UTF-8, UTF-16 with a mark or recognisable by its zero bytes, and as a last resort Windows-1252.
struct UTF8Text {
    let bytes: [UInt8]

    init(_ file: [UInt8]) throws(FileError) {
        guard let text = Self.decode(file), !text.utf8.contains(0) else {
            throw FileError(
                .notText, "The file is neither a property list nor text. In a spreadsheet, save it as CSV.")
        }
        bytes = Array(text.utf8)
        guard bytes.contains(where: { !Self.isSpace($0) }) else {
            throw FileError(.empty, "The file is empty.")
        }
    }

    /// Whether the text starts like an XML property list: a declaration, a document type, a comment or `<plist`.
    var isXML: Bool {
        let start = bytes.drop(while: Self.isSpace)
        return ["<?xml", "<!DOCTYPE", "<!--", "<plist"].contains { start.starts(with: $0.utf8) }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    private static func decode(_ file: [UInt8]) -> String? {
        if file.starts(with: [0xEF, 0xBB, 0xBF]) { return String(validating: file.dropFirst(3), as: UTF8.self) }
        if file.starts(with: [0xFF, 0xFE]) { return utf16(file.dropFirst(2), bigEndian: false) }
        if file.starts(with: [0xFE, 0xFF]) { return utf16(file.dropFirst(2), bigEndian: true) }
        if file.contains(0) { return utf16WithoutMark(file) }
        return String(validating: file, as: UTF8.self) ?? windows1252(file)
    }

    /// Decodes UTF-16; `nil` for an odd number of bytes or unpaired surrogates.
    static func utf16(_ bytes: some Sequence<UInt8>, bigEndian: Bool) -> String? {
        var units: [UInt16] = []
        var half: UInt16?
        for byte in bytes {
            if let first = half {
                units.append(bigEndian ? first << 8 | UInt16(byte) : UInt16(byte) << 8 | first)
                half = nil
            } else {
                half = UInt16(byte)
            }
        }
        return half == nil ? String(validating: units, as: UTF16.self) : nil
    }
}

extension UTF8Text {
    /// Decodes UTF-16 without a mark: in plain letters and separators, every other byte is zero.
    private static func utf16WithoutMark(_ file: [UInt8]) -> String? {
        var zeros = [0, 0]
        for (index, byte) in file.enumerated() where byte == 0 { zeros[index & 1] += 1 }
        guard zeros.contains(0), zeros.reduce(0, +) >= max(2, file.count / 16) else { return nil }
        return utf16(file, bigEndian: zeros[0] > 0)
    }

    /// Decodes Windows-1252 (WHATWG Encoding, section 9); `nil` for what is hardly text: control characters, bytes
    /// without a meaning, or more special characters than plain ones.
    private static func windows1252(_ file: [UInt8]) -> String? {
        var text = String.UnicodeScalarView()
        var special = 0
        for byte in file {
            guard let scalar = scalar1252(byte) else { return nil }
            if byte >= 0x80 { special += 1 }
            text.append(scalar)
        }
        return special <= file.count / 2 ? String(text) : nil
    }

    private static func scalar1252(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0x80...0x9F:
            let scalar = special1252[Int(byte) - 0x80]
            return scalar == "\u{FFFD}" ? nil : scalar
        case 0x20..<0x7F, 0xA0...0xFF: return Unicode.Scalar(byte)
        default: return isSpace(byte) ? Unicode.Scalar(byte) : nil
        }
    }

    /// Characters of the bytes 80 to 9F; U+FFFD for a byte without a meaning.
    private static let special1252: [Unicode.Scalar] = [
        "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}",
        "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
    ]
}
