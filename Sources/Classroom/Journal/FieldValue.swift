/// The value of one field of an entry, as it came: entries are flat, so lists and objects have no meaning in them.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
    /// A list or an object.
    case nested
}

/// One named value of an entry.
public struct Field: Equatable, Sendable {
    public let name: String
    public let value: FieldValue

    public init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }
}
