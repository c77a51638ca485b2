/// What a template looks up its names in. Mustache asks a struct by reflection with every name, which for a page with a
/// long list is most of the time that the page takes; here the fields are found once.
///
/// Every value of every page passes here, and is escaped here: Mustache itself goes by `Character`, and does not see a
/// `<` that a neighbouring scalar joins to one grapheme cluster.
enum TemplateFields {
    /// Converts structs to dictionaries recursively, omitting `nil`.
    static func of(_ value: Any) -> Any? {
        switch value {
        case let text as String: return escaped(text)
        case is Bool, is Int, is Int64, is Double: return value
        case let list as [Any]: return list.compactMap(of)
        case let html as RenderedHTML: return html.text
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { of($0.value) }
        case .struct:
            var fields: [String: Any] = [:]
            for (name, child) in mirror.children {
                if let name { fields[name] = of(child) }
            }
            return fields
        default: return escaped(String(describing: value))
        }
    }

    /// Text as it stands in an element or a quoted attribute (WHATWG HTML, section 13.1.4), byte by byte as parsers read.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { reference($0) != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let reference = reference(byte) { bytes += reference.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func reference(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
