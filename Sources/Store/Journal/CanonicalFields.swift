import Classroom

/// Canonical form of an entry's fields in the journal: JSON with sorted names, so that equal fields are equal text.
///
/// Written by hand, see docs/decisions/json-of-entries.md.
enum CanonicalFields {
    /// The last of several fields with one name counts.
    static func text(_ fields: [Field]) throws -> String {
        var json: [UInt8] = [UInt8(ascii: "{")]
        let sorted = fields.enumerated().sorted {
            let (one, other) = ($0.element.name.utf8, $1.element.name.utf8)
            return one.elementsEqual(other) ? $0.offset < $1.offset : one.lexicographicallyPrecedes(other)
        }.map(\.element)
        for (index, field) in sorted.enumerated() {
            let isLast = index + 1 == sorted.count || !sorted[index + 1].name.utf8.elementsEqual(field.name.utf8)
            guard isLast else { continue }
            if json.count > 1 { json.append(UInt8(ascii: ",")) }
            JSONText.append(field.name, to: &json)
            json.append(UInt8(ascii: ":"))
            try append(field, to: &json)
        }
        json.append(UInt8(ascii: "}"))
        return String(decoding: json, as: UTF8.self)
    }

    static func fields(_ text: String) throws -> [Field] {
        var text = text
        return try text.withUTF8 { try EntryJSON.members(UnsafeRawBufferPointer($0)) }
    }

    private static func append(_ field: Field, to json: inout [UInt8]) throws {
        switch field.value {
        case .text(let text): JSONText.append(text, to: &json)
        case .number(let number):
            guard let text = JSONText.number(number) else {
                throw Problem.invalid(field.name, "type", "This must be a number.")
            }
            json += text.utf8
        case .flag(let flag): json += (flag ? "true" : "false").utf8
        case .null, .nested: json += "null".utf8
        }
    }
}
