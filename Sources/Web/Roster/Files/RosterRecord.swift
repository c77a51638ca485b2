/// One person as a roster file tells of them, before any rule has judged it.
public struct RosterRecord: Sendable, Equatable {
    /// CSV: the line the record begins on, the heading being line 1 (a quoted field may span lines).
    /// Property list: the place in the array, from 1.
    public var line: Int
    /// Texts are in Unicode's normal form C, and empty when the file does not say.
    public var firstName, lastName, studentID, github, role: String
    /// The student type's name.
    public var type: String
    /// YYYY-MM-DD, as far as the file keeps to it.
    public var joined: String
    public var active: Bool
    /// The bytes of the picture, whatever they are.
    public var picture: [UInt8]?

    public init(
        line: Int, firstName: String = "", lastName: String = "", studentID: String = "", github: String = "",
        role: String = "", type: String = "", joined: String = "", active: Bool = true, picture: [UInt8]? = nil
    ) {
        self.line = line
        self.firstName = firstName
        self.lastName = lastName
        self.studentID = studentID
        self.github = github
        self.role = role
        self.type = type
        self.joined = joined
        self.active = active
        self.picture = picture
    }
}
