import Classroom
import Foundation

/// Position in a list: the sort values of a page's last row, so that paging stays correct while rows come and go.
public struct Cursor: Sendable, Equatable {
    let values: [SQLValue]

    init(_ values: [SQLValue]) {
        self.values = values
    }

    /// Reads the cursor of a request; throws a problem if invalid.
    init(reading text: String, like pattern: [CursorPart]) throws {
        guard let cursor = Cursor(text, like: pattern) else {
            throw Problem.invalid("after", "cursor", "This is not a position in this list.")
        }
        self = cursor
    }

    /// Parses `text` of a cursor; `nil` if malformed or of other types.
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
            case .identifier:
                guard let identifier = Identifier(part) else { return nil }
                values.append(identifier.sqlValue)
            }
        }
        self.values = values
    }

    /// URL-safe form: Base64 with the URL alphabet (RFC 4648 section 5).
    public var text: String {
        let parts = values.map { value in
            switch value {
            case .text(let text): text
            case .integer(let integer): String(integer)
            case .identifier(let identifier): identifier.text
            default: ""
            }
        }
        // No text contains the separator: names have no control characters.
        return Data(parts.joined(separator: Self.separator).utf8).base64URL
    }

    private static let separator = "\u{1F}"
}

extension Identifier {
    /// Before all others, which have a version.
    static let least = Identifier(high: 0, low: 0)
}

enum CursorPart {
    case text
    case integer
    case identifier
}

/// Page of a list, with the position of the next page.
public struct ListPage<Element: Sendable>: Sendable {
    public let elements: [Element]
    /// Position of the next page; `nil` at the end.
    public let next: Cursor?
}

extension Data {
    /// Base64 with the URL alphabet and without padding (RFC 4648 section 5).
    public var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    public init?(base64URL text: String) {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
