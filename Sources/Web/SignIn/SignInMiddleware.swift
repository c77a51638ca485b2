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
        if let token = Self.token(of: request) {
            let sequence = await feed.lastSequence
            if let person = try await store.recentPerson(signedInBy: token) {
                context.signedIn = SignedIn(person: person, token: token, sequence: sequence)
            }
        }
        return try await next(request, context)
    }

    private static func token(of request: Request) -> SignInToken? {
        let bearer = "Bearer "
        if let header = request.headers[.authorization], header.hasPrefix(bearer) {
            return SignInToken(text: String(header.dropFirst(bearer.count)))
        }
        return request.cookies[cookie].map { SignInToken(text: $0.value) }
    }
}
