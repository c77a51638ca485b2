/// Field of a person in a roster file. The raw value is the property of `RosterRecord`.
enum RosterField: String, CaseIterable, CSVColumn {
    case firstName, lastName, studentID, github, role, picture, type, joined, active, email, phone

    /// Column heading in CSV files.
    var heading: String {
        switch self {
        case .firstName: "First Name"
        case .lastName: "Last Name"
        case .studentID: "Student ID"
        case .github: "GitHub Username"
        case .role: "Role"
        case .picture: "Picture"
        case .type: "Type"
        case .joined: "Date Joined"
        case .active: "Active"
        case .email: "E-mail"
        case .phone: "Phone"
        }
    }

    /// Key in property lists.
    var key: String { self == .github ? "githubUsername" : rawValue }

    var otherNames: [String] { [key, rawValue] }
    static let byName = namesOfAll()
}

/// Value of a field in a file.
enum RosterValue: Equatable {
    case text(String)
    /// Whole number in decimal digits.
    case number(String)
    case bool(Bool)
    /// Day as YYYY-MM-DD.
    case day(String)
    case data([UInt8])
    /// Unusable value, described by words that follow "is".
    case unfit(String)

    static let container = RosterValue.unfit("an array or a dictionary")
}
