/// Details given at registration, as the book has them.
public struct RegistrationRow: BookRow {
    public let person: Identifier
    public let email: String
    public let gender: Gender
    public let university: String
    public let country: String
    public let at: Instant
    public let maker: Identifier?

    public var key: Identifier { person }

    public init(
        person: Identifier, email: String, gender: Gender, university: String, country: String, at: Instant,
        maker: Identifier?
    ) {
        self.person = person
        self.email = email
        self.gender = gender
        self.university = university
        self.country = country
        self.at = at
        self.maker = maker
    }

    /// The same of somebody else.
    func of(_ person: Identifier) -> RegistrationRow {
        RegistrationRow(
            person: person, email: email, gender: gender, university: university, country: country, at: at, maker: maker
        )
    }
}

extension Book {
    mutating func apply(_ registered: PersonRegistered) throws(Stop) {
        try add(
            PersonRow(
                id: registered.person, name: registered.name, studentID: nil, role: .student, github: "", type: nil,
                joined: at.date.text))
        registrations.set(
            RegistrationRow(
                person: registered.person, email: registered.email, gender: registered.gender,
                university: registered.university, country: registered.country, at: at, maker: maker))
    }
}
