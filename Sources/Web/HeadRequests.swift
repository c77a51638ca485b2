import Hummingbird

/// Leaves out the body of every answer to HEAD (RFC 9110, section 9.3.2), also where no route or a problem gave it: what
/// follows the head would be read as the next answer.
struct HeadMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ShalaContext, next: (Request, ShalaContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
