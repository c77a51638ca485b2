/// What a template looks up its names in. Mustache asks a struct by reflection with every name, which for a page with a
/// long list is most of the time that the page takes; here the fields are found once.
enum TemplateFields {
    /// Structs as dictionaries of their fields, and so all that is in them; what is `nil` is not there.
    static func of(_ value: Any) -> Any? {
        switch value {
        case is String, is Bool, is Int, is Int64, is Double: return value
        case let list as [Any]: return list.compactMap(of)
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
        default: return value
        }
    }
}
