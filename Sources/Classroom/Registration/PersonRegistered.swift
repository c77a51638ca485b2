/// `person.registered`: a student is registered, with what is asked of one. The person is *new*, as one who is added
/// without a student ID.
public struct PersonRegistered: Sendable {
    /// The most characters in a university's name.
    public static let mostUniversity = 150
    /// The most characters in a country's name.
    public static let mostCountry = 60

    public let person: Identifier
    public let name: PersonName
    public let email: String
    public let gender: Gender
    public let university: String
    /// Where the university is; "" if that is not known.
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

/// What a person says of themselves when they register.
public enum Gender: String, CaseIterable, Sendable {
    case male
    case female
    case other

    static let words = Gender.allCases.map { $0.rawValue }
}
