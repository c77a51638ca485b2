/// Everything that can go wrong for a reason a person can understand.
public enum Problem: Error, Equatable, Sendable {
    /// What was sent breaks a rule; each field says which.
    case invalid([FieldProblem])
    /// There is no such thing, or it is not yours.
    case notFound
    /// Nobody is signed in.
    case signedOut
    /// Somebody is signed in who may not do this.
    case forbidden(String)
    /// Too much, or too often; may be tried again after so many seconds.
    case tooMany(String, seconds: Int)
    /// The body is larger than allowed.
    case tooLarge(String)
    /// Cannot be done right now.
    case unavailable(String)

    public static func invalid(_ field: String, _ code: String, _ message: String) -> Problem {
        .invalid([FieldProblem(field, code, message)])
    }
}

/// What is wrong with one field: a code for programs, a message for people.
public struct FieldProblem: Equatable, Sendable {
    public let field: String
    public let code: String
    public let message: String

    public init(_ field: String, _ code: String, _ message: String) {
        self.field = field
        self.code = code
        self.message = message
    }
}
