/// Value of an entry's field as received. Entries are flat, so lists and objects have no meaning.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
    /// List or object.
    case nested
}

/// Named value of an entry.
public struct Field: Equatable, Sendable {
    public let name: String
    public let value: FieldValue

    public init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }
}
