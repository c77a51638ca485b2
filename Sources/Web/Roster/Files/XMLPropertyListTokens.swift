/// Elements of `PropertyList-1.0.dtd`.
enum XMLPropertyListElement: String {
    case plist, array, dict, key, string, data, date, integer, real, `true`, `false`
}

/// Tokeniser of XML property lists: tags and the text between them. Supports the part of XML 1.0 that such files use;
/// document types with their own definitions, such as entities, are rejected.
struct XMLPropertyListTokens {
    enum Token: Equatable {
        case open(XMLPropertyListElement)
        case close(XMLPropertyListElement)
        case empty(XMLPropertyListElement)
        case end
    }

    private var cursor: ByteCursor

    init(_ bytes: [UInt8]) { cursor = ByteCursor(bytes) }

    /// Reads the next tag, or the end. Only white space, comments and instructions may come before it.
    mutating func next() throws(FileError) -> Token {
        repeat { _ = cursor.take(while: UTF8Text.isSpace) } while try skipAside()
        guard cursor.peek != nil else { return .end }
        guard cursor.skip("<") else { throw malformed("there is text where a tag should be") }
        if cursor.skip("/") {
            let element = try element()
            _ = cursor.take(while: UTF8Text.isSpace)
            guard cursor.skip(">") else { throw malformed("</\(element.rawValue)> is not closed") }
            return .close(element)
        }
        let element = try element()
        guard let attributes = cursor.take(through: ">") else { throw malformed("<\(element.rawValue)> is not closed") }
        return attributes.last == UInt8(ascii: "/") ? .empty(element) : .open(element)
    }

    /// Reads the text up to the next tag.
    mutating func text() throws(FileError) -> [UInt8] {
        var text: [UInt8] = []
        while let byte = cursor.peek {
            if byte == UInt8(ascii: "&") {
                text += try reference().utf8
            } else if cursor.skip("<![CDATA[") {
                guard let verbatim = cursor.take(through: "]]>") else { throw malformed("CDATA is not closed") }
                text += verbatim
            } else if byte == UInt8(ascii: "<") {
                guard try skipAside() else { break }
            } else {
                text += cursor.take { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
            }
        }
        return text
    }

    /// Makes an error with the current line.
    func malformed(_ words: String) -> FileError {
        let line = 1 + cursor.bytes.prefix(cursor.position).count { $0 == UInt8(ascii: "\n") }
        return FileError(.malformed, "The property list is damaged at line \(line): \(words).")
    }

    private mutating func element() throws(FileError) -> XMLPropertyListElement {
        let name = String(decoding: cursor.take(while: Self.isNameByte).prefix(40), as: UTF8.self)
        guard let element = XMLPropertyListElement(rawValue: name) else {
            throw malformed("“\(name)” is not an element of a property list")
        }
        return element
    }

    /// Skips a comment, a processing instruction or the document type.
    private mutating func skipAside() throws(FileError) -> Bool {
        if cursor.skip("<!--") { return try skip(through: "-->", "a comment") }
        if cursor.skip("<?") { return try skip(through: "?>", "an instruction") }
        guard cursor.skip("<!DOCTYPE") else { return false }
        guard let type = cursor.take(through: ">") else { throw malformed("the document type is not closed") }
        guard !type.contains(UInt8(ascii: "[")) else { throw malformed("it defines its own document type") }
        return true
    }

    private mutating func skip(through end: StaticString, _ words: String) throws(FileError) -> Bool {
        guard cursor.take(through: end) != nil else { throw malformed("\(words) is not closed") }
        return true
    }

    /// Reads a predefined entity or a character reference.
    private mutating func reference() throws(FileError) -> String {
        guard cursor.skip("&") else { return "" }
        let name = String(
            decoding: cursor.take { Self.isNameByte($0) || $0 == UInt8(ascii: "#") }.prefix(40), as: UTF8.self)
        guard cursor.skip(";"), let text = Self.named[name] ?? Self.numbered(name) else {
            throw malformed("“&\(name)” is not a character")
        }
        return text
    }

    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private static func numbered(_ name: String) -> String? {
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
        guard name.hasPrefix("#"), let number, number > 0, let scalar = Unicode.Scalar(number) else { return nil }
        return String(Character(scalar))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension XMLPropertyListTokens.Token {
    /// Token as written in the file.
    var words: String {
        switch self {
        case .open(let element): "<\(element.rawValue)>"
        case .close(let element): "</\(element.rawValue)>"
        case .empty(let element): "<\(element.rawValue)/>"
        case .end: "the end"
        }
    }
}
