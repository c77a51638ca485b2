import Classroom
import Hummingbird
import Logging
import Store

/// Request context: the origin of the request and the signed-in person, once known.
public struct ShalaContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// Address of the connection's other end, as text.
    let peer: String
    /// Signed-in person, set by `SignInMiddleware`.
    var signedIn: SignedIn?
    /// Origin of the request, set by `OriginMiddleware`.
    var origin = RequestOrigin.unknown

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }

    /// Limit of Hummingbird's own decoders; `ProblemMiddleware` turns their errors into problems.
    public var maxUploadSize: Int { 64 * 1024 }
}

/// Signed-in person, with the token that proves it.
///
/// A class, since a request hands it on from one step to the next, and a person has many parts to copy.
final class SignedIn: Sendable {
    let person: Person
    let token: SignInToken
    /// Last sequence number before the response was prepared: the response reflects all entries up to it.
    let sequence: Int64

    init(person: Person, token: SignInToken, sequence: Int64) {
        (self.person, self.token, self.sequence) = (person, token, sequence)
    }

    var maker: Maker { Maker(person: person.id, role: person.role) }
}

extension Store {
    /// Whether the token still signs in the same person with the same role.
    func isStillSignedIn(_ signedIn: SignedIn) async throws -> Bool {
        try await person(signedInBy: signedIn.token)?.role == signedIn.person.role
    }
}

/// Context of a request by a signed-in person.
struct SignedInContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let signedIn: SignedIn
    let origin: RequestOrigin

    init(context: ShalaContext) throws {
        guard let signedIn = context.signedIn else { throw Problem.signedOut }
        coreContext = context.coreContext
        self.signedIn = signedIn
        origin = context.origin
    }

    var person: Person { signedIn.person }
}

/// Context of a request by an instructor.
struct InstructorContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let signedIn: SignedIn
    let origin: RequestOrigin

    init(context: SignedInContext) throws {
        guard context.person.role == .instructor else {
            throw Problem.forbidden("This page is for instructors.")
        }
        coreContext = context.coreContext
        signedIn = context.signedIn
        origin = context.origin
    }

    var person: Person { signedIn.person }
}

/// Context of a request by a student.
struct StudentContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let signedIn: SignedIn
    let origin: RequestOrigin

    init(context: SignedInContext) throws {
        guard context.person.role == .student else { throw Problem.forbidden(Store.studentsOnly) }
        coreContext = context.coreContext
        signedIn = context.signedIn
        origin = context.origin
    }

    var person: Person { signedIn.person }
}

/// A request of an owner of the book.
struct OwnerContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let signedIn: SignedIn

    init(context: InstructorContext) throws {
        guard context.person.isOwner else { throw Problem.forbidden(Problem.ownersOnly) }
        coreContext = context.coreContext
        signedIn = context.signedIn
    }
}

extension RequestContext {
    /// Identifier in the path; throws `notFound` if malformed.
    func identifier(_ name: String = "id") throws -> Identifier {
        guard let text = parameters.get(name), let identifier = Identifier(text) else { throw Problem.notFound }
        return identifier
    }
}
