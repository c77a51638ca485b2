import Classroom

extension Model {
    /// JSON in UTF-8 (RFC 8259). What is null is left out of objects.
    public var json: [UInt8] {
        var json: [UInt8] = []
        append(to: &json)
        return json
    }

    private func append(to json: inout [UInt8]) {
        switch self {
        case .null: json += "null".utf8
        case .flag(let flag): json += (flag ? "true" : "false").utf8
        case .whole(let number): json += String(number).utf8
        // JSON has no infinity.
        case .real(let number): json += (JSONText.number(number) ?? "null").utf8
        case .text(let text): JSONText.append(text, to: &json)
        case .list(let elements): Self.append(elements, to: &json)
        case .object(let members): Self.append(members, to: &json)
        }
    }

    private static func append(_ elements: [Model], to json: inout [UInt8]) {
        json.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            element.append(to: &json)
        }
        json.append(UInt8(ascii: "]"))
    }

    private static func append(_ members: [Member], to json: inout [UInt8]) {
        var isFirst = true
        json.append(UInt8(ascii: "{"))
        for member in members {
            if case .null = member.value { continue }
            if !isFirst { json.append(UInt8(ascii: ",")) }
            isFirst = false
            json.append(UInt8(ascii: "\""))
            json.append(contentsOf: member.name.bytes)
            json += "\":".utf8
            member.value.append(to: &json)
        }
        json.append(UInt8(ascii: "}"))
    }
}
