import Classroom
import Foundation

/// Where the next part of a list begins: the sort values of the last row of this one, so that a list goes on rightly
/// even when rows before it come and go.
public struct Cursor: Sendable, Equatable {
    let values: [SQLValue]

    init(_ values: [SQLValue]) {
        self.values = values
    }

    /// Reads where an address says that a list goes on, or says what is wrong with it.
    init(reading text: String, like pattern: [CursorPart]) throws {
        guard let cursor = Cursor(text, like: pattern) else {
            throw Problem.invalid("after", "cursor", "This is not where a list goes on.")
        }
        self = cursor
    }

    /// Reads what `text` wrote; `nil` if it is anything else, or not of these types.
    init?(_ text: String, like pattern: [CursorPart]) {
        guard text.utf8.count <= 4000, let data = Data(base64URL: text) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).components(separatedBy: Self.separator)
        guard parts.count == pattern.count else { return nil }
        var values: [SQLValue] = []
        for (part, kind) in zip(parts, pattern) {
            switch kind {
            case .text: values.append(.text(part))
            case .integer:
                guard let integer = Int64(part) else { return nil }
                values.append(.integer(integer))
            }
        }
        self.values = values
    }

    /// As it stands in an address: Base64 with the alphabet for addresses (RFC 4648 section 5).
    public var text: String {
        let parts = values.map { value in
            switch value {
            case .text(let text): text
            case .integer(let integer): String(integer)
            default: ""
            }
        }
        // Texts cannot hold the separator: names have no control characters.
        return Data(parts.joined(separator: Self.separator).utf8).base64URL
    }

    private static let separator = "\u{1F}"
}

enum CursorPart {
    case text
    case integer
}

/// Part of a list, and where the next begins.
public struct ListPage<Element: Sendable>: Sendable {
    public let elements: [Element]
    /// `nil` at the end.
    public let next: Cursor?
}

extension Data {
    /// Base64 with the alphabet for addresses and no padding (RFC 4648 section 5).
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    init?(base64URL text: String) {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
