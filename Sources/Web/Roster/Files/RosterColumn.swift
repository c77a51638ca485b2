/// Content of a column in a list of people.
enum RosterColumn: Hashable, Sendable {
    case field(RosterField)
    /// First and last name in one.
    case name
    /// Further first names, which the book keeps with the first.
    case middleName
    /// Content that the book does not keep, such as birthdays.
    case notKept

    /// Columns that the book keeps, in the order in which they are offered.
    static let kept: [RosterColumn] =
        [.field(.firstName), .middleName, .field(.lastName), .name]
        + RosterField.allCases.dropFirst(2).map { .field($0) }

    /// Word for the column in an address.
    var word: String {
        switch self {
        case .field(let field): field.rawValue
        case .name: "name"
        case .middleName: "middleName"
        case .notKept: "-"
        }
    }

    /// Heading, as shown to people.
    var heading: String {
        switch self {
        case .field(let field): field.heading
        case .name: "Full Name"
        case .middleName: "Middle Name"
        case .notKept: "Not kept"
        }
    }

    var isName: Bool { self == .name || self == .field(.firstName) || self == .field(.lastName) }

    init?(word: some StringProtocol) {
        guard word != "-", !word.isEmpty else {
            self = .notKept
            return
        }
        guard let column = Self.kept.first(where: { $0.word == word }) else { return nil }
        self = column
    }

    /// Recognises a heading, of Shala's own files and of other tools'.
    init?(heading: String) {
        if let field = RosterField(named: heading) {
            self = .field(field)
        } else if heading.utf8.count <= 64, let column = Self.others[RosterField.simplified(heading)] {
            self = column
        } else {
            return nil
        }
    }

    /// Headings of other tools: contacts, class lists and studio software, in some languages.
    private static let others: [String: RosterColumn] = {
        let headings: [RosterColumn: [String]] = [
            // Google Contacts (until 2024 "Given Name"), OneRoster, German, Spanish, French.
            .field(.firstName): ["Given Name", "Forename", "First", "Vorname", "Nombre", "Prénom"],
            // Google Contacts (until 2024 "Family Name"), Moodle, German, Spanish, French.
            .field(.lastName): [
                "Family Name", "Surname", "Last", "Nachname", "Familienname", "Apellido", "Apellidos", "Nom",
            ],
            // Google Contacts (until 2024 "Additional Name"), Outlook, OneRoster and Moodle, German, Spanish, French.
            .middleName: [
                "Middle Name", "Middle Names", "Additional Name", "Additional Names", "Zweiter Vorname",
                "Weitere Vornamen", "Segundo nombre", "Deuxième prénom",
            ],
            // Canvas has "Student", Mindbody's reports "Client".
            .name: [
                "Name", "Full Name", "Display Name", "Student", "Student Name", "Client", "Client Name",
                "Vollständiger Name", "Nombre completo", "Nom complet",
            ],
            // Google Contacts, Moodle, Outlook, Mindbody, German, Spanish, French.
            .field(.email): [
                "E-mail 1 - Value", "Email Address", "E-mail Address", "Mail", "Email 1", "E-Mail-Adresse", "Correo",
                "Correo electrónico", "Adresse e-mail", "Courriel",
            ],
            .field(.phone): [
                "Phone 1 - Value", "Phone1", "Phone Number", "Mobile Phone", "Mobile", "Cell Phone", "Telephone",
                "Primary Phone", "Telefon", "Telefonnummer", "Mobiltelefon", "Handy", "Teléfono", "Móvil", "Téléphone",
            ],
            // Moodle, Mindbody, Canvas, German.
            .field(.studentID): [
                "ID", "ID Number", "Client ID", "Student Number", "Student No", "Matriculation Number",
                "SIS User ID", "Matrikelnummer",
            ],
        ]
        return Dictionary(
            headings.flatMap { column, names in names.map { (RosterField.simplified($0), column) } },
            uniquingKeysWith: { first, _ in first })
    }()
}
