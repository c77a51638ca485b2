import Classroom
import Hummingbird
import Logging
import Store

/// What is known of a request: at first from where it comes and, if so, who is signed in.
public struct ShalaContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The address of the other end of the connection, as text.
    let peer: String
    /// Who asks, once `SignInMiddleware` has found out.
    var signedIn: SignedIn?
    /// From where the request really comes, once `OriginMiddleware` has found out.
    var origin = RequestOrigin.unknown

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }

    /// Errors of Hummingbird's own decoders and limits are made into problems by `ProblemMiddleware`.
    public var maxUploadSize: Int { 64 * 1024 }
}

/// A person, and what the device showed to prove it.
struct SignedIn: Sendable {
    let person: Person
    let token: SignInToken
    /// The journal's last number before anything was read for the answer: all up to it is in what is answered.
    let sequence: Int64

    var maker: Maker { Maker(person: person.id, role: person.role) }
}

extension Store {
    /// Whether the token still lets the same person in, who is still what they were.
    func isStillSignedIn(_ signedIn: SignedIn) async throws -> Bool {
        try await person(signedInBy: signedIn.token)?.role == signedIn.person.role
    }
}

/// A request of somebody signed in.
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

/// A request of an instructor.
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
    /// The identifier in the address; what is none names nothing.
    func identifier(_ name: String = "id") throws -> Identifier {
        guard let text = parameters.get(name), let identifier = Identifier(text) else { throw Problem.notFound }
        return identifier
    }
}
