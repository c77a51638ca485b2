/// Person in a roster file, not yet checked by any rule.
public struct RosterRecord: Sendable, Equatable {
    /// In CSV, the line on which the record starts, the heading being line 1 (a quoted field may span lines).
    /// In a property list, the position in the array, from 1.
    public var line: Int
    /// Text in Unicode normalisation form C; empty if absent from the file.
    public var firstName, lastName, studentID, github, role: String
    /// Name of the student type.
    public var type: String
    /// Date joined as YYYY-MM-DD, if the file follows that form.
    public var joined: String
    public var active: Bool
    /// Seen by instructors alone.
    public var email, phone: String
    /// Part of the first name that stood in a column of its own; empty if there is none.
    var middleName = ""
    /// Bytes of the picture, unchecked.
    public var picture: [UInt8]?
    /// Reason why the picture cannot be read, in words.
    var pictureProblem: String?

    public init(
        line: Int, firstName: String = "", lastName: String = "", studentID: String = "", github: String = "",
        role: String = "", type: String = "", joined: String = "", active: Bool = true, email: String = "",
        phone: String = "",
        picture: [UInt8]? = nil
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
        self.email = email
        self.phone = phone
        self.picture = picture
    }
}
