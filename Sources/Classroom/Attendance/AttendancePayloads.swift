/// `attendance.marked`, `attendance.cleared`, `attendance.withdrawn`: the instructor marks a person present at a class,
/// or absent, or takes the latest such word back.
public struct AttendanceReference: Sendable {
    public let classID: Identifier
    public let person: Identifier
    /// Of `attendance.withdrawn`: whether only what was said on the same device is taken back.
    public let isOwn: Bool

    public init(from fields: inout FieldReader, takesBack: Bool = false) {
        classID = fields.identifier("class")
        person = fields.identifier("person")
        isOwn = takesBack && fields.flag("own") ?? false
    }
}

/// Payload of `attendance.opened` and `attendance.closed`: whether students can mark themselves present.
public struct AttendanceTurned: Sendable {
    public let turn: AttendanceWindow.Turn
    public let classID: Identifier

    public init(_ turn: AttendanceWindow.Turn, from fields: inout FieldReader) {
        self.turn = turn
        classID = fields.identifier("class")
    }
}

/// `attendance.asked`: the instructor changes what one class asks for, also while it is in session.
public struct AttendanceAsked: Sendable {
    public let classID: Identifier
    /// Evidence; `nil` for what the course asks for.
    public let evidence: AttendancePolicy.Evidence?

    public init(from fields: inout FieldReader) {
        classID = fields.identifier("class")
        switch fields.clearableChoice("evidence", of: AttendancePolicy.Evidence.words) {
        case .set(let word): evidence = AttendancePolicy.Evidence(word: word)
        case .clear: evidence = nil
        case .leave:
            evidence = nil
            if fields.problems.isEmpty { fields.note("evidence", "required", "This is required.") }
        }
    }
}

/// `reconfirmation.requested`: the instructor asks everyone present to confirm that they are still there.
public struct ReconfirmationRequested: Sendable {
    /// Time limits to choose from, in minutes.
    public static let limits = 1...60
    /// Time limit that the app asks with, in minutes.
    public static let usualLimit = 5

    public let reconfirmation: Identifier
    public let classID: Identifier
    /// Time limit in minutes.
    public let minutes: Int

    public init(from fields: inout FieldReader) {
        reconfirmation = fields.identifier("reconfirmation")
        classID = fields.identifier("class")
        minutes = fields.wholeNumber("minutes", Self.limits)
    }
}

/// `reconfirmation.withdrawn`: the instructor asks no more.
public struct ReconfirmationReference: Sendable {
    public let reconfirmation: Identifier
    public let classID: Identifier

    public init(from fields: inout FieldReader) {
        reconfirmation = fields.identifier("reconfirmation")
        classID = fields.identifier("class")
    }
}
