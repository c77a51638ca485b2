/// What a roster file can say of a person. The raw value is the property of `RosterRecord`.
enum RosterField: String, CaseIterable {
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

    /// In any case, with or without spaces and underscores: "First Name", "firstName" and "FIRST_NAME" are the same.
    init?(named name: some StringProtocol) {
        guard name.utf8.count <= 64, let field = Self.byName[Self.simplified(name)] else { return nil }
        self = field
    }

    private static let byName = Dictionary(
        allCases.flatMap { field in [field.heading, field.key, field.rawValue].map { (simplified($0), field) } },
        uniquingKeysWith: { first, _ in first })

    private static func simplified(_ name: some StringProtocol) -> String {
        name.lowercased().filter { !$0.isWhitespace && $0 != "_" }
    }
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
