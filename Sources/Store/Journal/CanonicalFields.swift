import Classroom
import Foundation

extension FieldValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = Self.decoded(String.self, from: container) {
            self = .text(text)
        } else if let flag = Self.decoded(Bool.self, from: container) {
            self = .flag(flag)
        } else if let number = Self.decoded(Double.self, from: container) {
            self = .number(number)
        } else {
            self = .nested
        }
    }

    /// Decodes the value, if it has that type.
    private static func decoded<Value: Decodable>(
        _ type: Value.Type, from container: any SingleValueDecodingContainer
    ) -> Value? {
        do { return try container.decode(type) } catch { return nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .null, .nested: try container.encodeNil()
        }
    }
}

/// Canonical form of an entry's fields in the journal: JSON with sorted names, so that equal fields are equal text.
enum CanonicalFields {
    static func text(_ fields: [Field]) throws -> String {
        let members = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(members), as: UTF8.self)
    }

    static func fields(_ text: String) throws -> [Field] {
        try JSONDecoder().decode([String: FieldValue].self, from: Data(text.utf8)).map { Field($0.key, $0.value) }
    }
}
