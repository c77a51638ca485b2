/// Field lookup for templates. Mustache looks up every name by reflection, which takes most of the time for a page with
/// a long list; here the fields are collected once.
enum TemplateFields {
    /// Converts structs to dictionaries recursively, omitting `nil`.
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
