/// Payload of `person.registered`: a student is registered. The person is *new*, as when added without a student ID.
public struct PersonRegistered: Sendable {
    /// Maximum length of a university's name in characters.
    public static let mostUniversity = 150
    /// Maximum length of a country's name in characters.
    public static let mostCountry = 60

    public let person: Identifier
    public let name: PersonName
    public let email: String
    public let gender: Gender
    public let university: String
    /// Country of the university; "" if unknown.
    public let country: String

    public init(from fields: inout FieldReader) {
        person = fields.identifier("person")
        let first = fields.text("firstName", most: PersonName.most)
        let last = fields.text("lastName", most: PersonName.most)
        name = PersonName(first: first, last: last)
        email = EmailAddress.read("email", from: &fields)
        gender = Gender(word: fields.choice("gender", of: Gender.words)) ?? .other
        university = fields.text("university", most: Self.mostUniversity)
        country = fields.text("country", most: Self.mostCountry, required: false)
    }
}

/// Gender, as given at registration.
public enum Gender: String, CaseIterable, Sendable {
    case male
    case female
    case other

    static let words = Gender.allCases.map { $0.rawValue }
}
