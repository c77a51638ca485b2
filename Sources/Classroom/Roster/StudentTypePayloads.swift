/// `studentType.saved`: a student type joins the list, or has another name.
public struct StudentTypeSaved: Sendable {
    public let type: Identifier
    public let name: String

    public init(from fields: inout FieldReader) {
        type = fields.identifier("type")
        name = fields.text("name", most: 50)
    }
}

/// `studentType.deleted`, `studentType.restored`: a student type leaves the list, or is back with everybody who had it.
public struct StudentTypeReference: Sendable {
    public let type: Identifier

    public init(from fields: inout FieldReader) {
        type = fields.identifier("type")
    }
}
