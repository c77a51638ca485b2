/// Error with a cause that a person can understand.
public enum Problem: Error, Equatable, Sendable {
    /// Rules that the request breaks, by field.
    case invalid([FieldProblem])
    /// Record that does not exist or belongs to somebody else.
    case notFound
    /// Record that was deleted, asked for by somebody who could see it before.
    case deleted(String)
    /// Request without a signed-in person.
    case signedOut
    /// Link or token that lets nobody do anything.
    case unknownLink(String)
    /// Action that the signed-in person may not take.
    case forbidden(String)
    /// Too many requests; may be repeated after `seconds`.
    case tooMany(String, seconds: Int)
    /// Request body over the size limit.
    case tooLarge(String)
    /// Temporary failure.
    case unavailable(String)

    public static func invalid(_ field: String, _ code: String, _ message: String) -> Problem {
        .invalid([FieldProblem(field, code, message)])
    }
}

/// Error in a field: a code for programs, a message for people.
public final class FieldProblem: Equatable, Sendable {
    public let field: String
    public let code: String
    public let message: String

    public init(_ field: String, _ code: String, _ message: String) {
        self.field = field
        self.code = code
        self.message = message
    }

    public static func == (one: FieldProblem, other: FieldProblem) -> Bool {
        one.field.isSame(as: other.field) && one.code.isSame(as: other.code) && one.message.isSame(as: other.message)
    }
}
