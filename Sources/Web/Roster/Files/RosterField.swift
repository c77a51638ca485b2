/// What a roster file can say of a person. The raw value is the property of `RosterRecord`.
enum RosterField: String, CaseIterable, CSVColumn {
    case firstName, lastName, studentID, github, role, picture, type, joined, active

    /// The column of a CSV file.
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
        }
    }

    /// The key of a property list.
    var key: String { self == .github ? "githubUsername" : rawValue }

    var otherNames: [String] { [key, rawValue] }
    static let byName = namesOfAll()
}

/// What a file gives for a field.
enum RosterValue: Equatable {
    case text(String)
    /// A whole number, in decimal digits.
    case number(String)
    case bool(Bool)
    /// YYYY-MM-DD
    case day(String)
    case data([UInt8])
    /// Something else, in words that follow "is".
    case unfit(String)

    static let container = RosterValue.unfit("an array or a dictionary")
}
