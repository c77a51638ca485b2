import HTTPTypes
import Hummingbird
import Store

/// Middleware that identifies the signed-in person by the cookie or by `Authorization: Bearer` (RFC 6750).
struct SignInMiddleware: RouterMiddleware {
    static let cookie = "shala"

    let store: Store
    let feed: Feed

    func handle(
        _ request: Request, context: ShalaContext, next: (Request, ShalaContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.signedIn = try await signedIn(request)
        return try await next(request, context)
    }

    func signedIn(_ request: Request) async throws -> SignedIn? {
        guard let token = Self.token(of: request) else { return nil }
        let sequence = feed.lastSequence
        return try await store.recentPerson(signedInBy: token).map {
            SignedIn(person: $0, token: token, sequence: sequence)
        }
    }

    private static func token(of request: Request) -> SignInToken? {
        let bearer = "Bearer "
        if let header = request.headers[.authorization], header.hasPrefix(bearer) {
            return SignInToken(text: String(header.dropFirst(bearer.count)))
        }
        return request.cookies[cookie].map { SignInToken(text: $0.value) }
    }
}
