extension Kind {
    public static let schoolSaved = Kind("school.saved", by: .owners, columns: []) {
        .school(.saved(SchoolSaved(from: &$0)))
    }

    static let ofSchool: [Kind] = [schoolSaved]
}

/// What entries say of the school that keeps the book.
public enum SchoolPayload: Sendable {
    case saved(SchoolSaved)
}

/// Payload of `school.saved`: what the school is called, in which time zone it is, and where student IDs come from.
public struct SchoolSaved: Sendable {
    /// Maximum length of a name in characters.
    public static let most = 100

    public let name: String
    /// IANA name of the time zone.
    public let timeZone: String
    /// Whether student IDs are typed, and not given by the book.
    public let typesIDs: Bool

    public init(from fields: inout FieldReader) {
        name = fields.text("name", most: Self.most)
        timeZone = TimeZoneName.read("timeZone", from: &fields, required: true) ?? ""
        typesIDs = fields.flag("typesIDs") ?? false
    }
}

extension Book {
    mutating func want(_ payload: SchoolPayload) {
        school.want(SchoolRow.only)
    }

    /// Of several entries the latest by its own time counts.
    mutating func apply(_ payload: SchoolPayload) throws(Stop) {
        guard case .saved(let saved) = payload else { return }
        if let before = try school.row(SchoolRow.only), before.savedAt > at { return }
        school.set(
            SchoolRow(name: saved.name, timeZone: saved.timeZone, typesIDs: saved.typesIDs, savedAt: at))
    }
}
