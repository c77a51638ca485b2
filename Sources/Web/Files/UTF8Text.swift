/// Text file as valid UTF-8 without a byte order mark. Reads UTF-8, and UTF-16 with a mark.
struct UTF8Text {
    let bytes: [UInt8]

    init(_ file: [UInt8]) throws(FileError) {
        guard let text = Self.decode(file), !text.utf8.contains(0) else {
            throw FileError(
                .notText, "The file is neither a property list nor text in UTF-8 (or UTF-16 with a byte order mark).")
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
        return String(validating: file, as: UTF8.self)
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
