/// Payload of `studentType.saved`: a student type is added or renamed.
public struct StudentTypeSaved: Sendable {
    public let type: Identifier
    public let name: String

    public init(from fields: inout FieldReader) {
        type = fields.identifier("type")
        name = fields.text("name", most: 50)
    }
}

/// Payload of `studentType.deleted`.
public struct StudentTypeDeleted: Sendable {
    public let type: Identifier
    /// Whether a type that somebody has is left alone.
    public let onlyUnused: Bool

    public init(from fields: inout FieldReader) {
        type = fields.identifier("type")
        onlyUnused = fields.flag("onlyUnused") ?? false
    }
}

/// Payload of `studentType.restored`. Restoring also restores the type of its students.
public struct StudentTypeReference: Sendable {
    public let type: Identifier

    public init(from fields: inout FieldReader) {
        type = fields.identifier("type")
    }
}
