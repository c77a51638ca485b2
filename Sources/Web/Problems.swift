import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Pages
import ServiceLifecycle

/// Middleware that turns every error into a status and a message: problem details (RFC 9457) for programs, a page for
/// people.
struct ProblemMiddleware: RouterMiddleware {
    let site: Site

    func handle(
        _ request: Request, context: ShalaContext, next: (Request, ShalaContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try await answer(problem, request, context)
        } catch let error as any HTTPResponseError {
            var response = try await answer(Self.problem(error), request, context)
            // The body is still unread. Where a route itself finds a body too large, it has read the body.
            if error.status == .contentTooLarge { Self.limit(request.body, behind: &response) }
            return response
        } catch {
            // The route, not the address, which may hold a code or a token.
            let path = context.endpointPath ?? ""
            context.logger.error("request failed", metadata: ["error": "\(error)", "path": "\(path)"])
            return try await answer(nil, request, context)
        }
    }

    /// Turns an error of the framework into a problem with Shala's wording.
    private static func problem(_ error: any HTTPResponseError) -> Problem {
        switch error.status {
        case .contentTooLarge: .tooLarge("This is more than the server accepts at once.")
        case .notFound, .methodNotAllowed: .notFound
        default: .invalid("body", "unreadable", "This could not be read.")
        }
    }

    private func answer(_ problem: Problem?, _ request: Request, _ context: ShalaContext) async throws -> Response {
        let page = ProblemPage(problem, requestID: context.id)
        if case .signedOut? = problem, [.get, .head].contains(request.method), !request.wantsJSON {
            let next = Address.escaped(request.uri.string)
            return .seeOther("/sign-in" + (request.uri.path == "/" ? "" : "?next=\(next)"))
        }
        var response = try await words(of: page, request, context)
        response.status = page.httpStatus
        if case .tooMany(_, let seconds)? = problem { response.headers[.retryAfter] = String(seconds) }
        if case .unavailable? = problem { response.headers[.retryAfter] = "5" }
        return response
    }

    private func words(of page: ProblemPage, _ request: Request, _ context: ShalaContext) async throws -> Response {
        if request.wantsPlainText { return .plain(page.detail) }
        let isForPrograms = request.uri.path == "/journal" || request.isOfWatch
        if request.wantsJSON || isForPrograms { return page.problemDetails }
        let signedIn = await person(of: request, context)
        var page = page
        let isOfCourse = ["/courses/", "/classes/"].contains { request.uri.path.hasPrefix($0) }
        page.mayRegister = page.isUnknown && isOfCourse && signedIn?.person.role == .student
        return try site.html(page, signedIn: signedIn)
    }

    /// The signed-in person. Where no page was found, nobody has looked yet.
    private func person(of request: Request, _ context: ShalaContext) async -> SignedIn? {
        if let signedIn = context.signedIn { return signedIn }
        do {
            return try await SignInMiddleware(store: site.store, feed: site.feed).signedIn(request)
        } catch {
            context.logger.error("nobody could be looked up", metadata: ["error": "\(error)"])
            return nil
        }
    }
}

extension ProblemMiddleware {
    /// Keeps reading the request body while responding, up to a limit, since a client may look for the response only
    /// after sending everything. Then the connection closes.
    private static func limit(_ body: RequestBody, behind response: inout Response) {
        let answer = response.body
        response.headers[.connection] = "close"
        response.body = ResponseBody(contentLength: answer.contentLength) { writer in
            try await answer.write(writer)
            // The only way to get at the rest of a partly read body.
            try await body.consumeWithInboundCloseHandler { rest in
                var left = mostIgnored
                for try await part in rest.cancelOnGracefulShutdown() {
                    left -= part.readableBytes
                    if left < 0 { throw Problem.tooLarge("The body is too long.") }
                }
            } onInboundClosed: {
            }
        }
    }

    /// Maximum number of bytes read and ignored.
    private static let mostIgnored = 32 * 1024 * 1024
}

/// Error page.
struct ProblemPage: Page {
    static let template = "problem"

    let status: Int
    let title: String
    let detail: String
    let home = "/"
    let fields: [FieldProblemView]
    /// Whether there is no such page, as far as the person may know.
    let isUnknown: Bool
    /// Whether it may be of a course for which a student has not registered.
    var mayRegister = false

    var httpStatus: HTTPResponse.Status { .init(code: status) }

    init(_ problem: Problem?, requestID: String) {
        var fields: [FieldProblem] = []
        switch problem {
        case .invalid(let problems)?:
            (status, title, detail) = (400, "Invalid request", problems.map(\.message).joined(separator: " "))
            fields = problems
        case .notFound?: (status, title, detail) = (404, "Not found", "This page does not exist, or is not yours.")
        case .deleted(let words)?: (status, title, detail) = (404, "Deleted", words)
        case .signedOut?: (status, title, detail) = (401, "Signed out", "Please sign in first.")
        case .unknownLink(let words)?: (status, title, detail) = (401, "Unknown link", words)
        case .forbidden(let words)?: (status, title, detail) = (403, "Not allowed", words)
        case .tooMany(let words, _)?: (status, title, detail) = (429, "Too many at once", words)
        case .tooLarge(let words)?: (status, title, detail) = (413, "Too large", words)
        case .unavailable(let words)?: (status, title, detail) = (503, "Not available right now", words)
        case nil:
            (status, title) = (500, "Something went wrong")
            detail = "Something went wrong on the server. If you report this, mention request \(requestID)."
        }
        self.fields = fields.map(FieldProblemView.init)
        isUnknown = problem == .notFound
    }

    /// Response with problem details (RFC 9457).
    var problemDetails: Response {
        let details: Model = [
            "type": "about:blank", "title": title.model, "status": status.model, "detail": detail.model,
            "fields": fields.isEmpty ? nil : fields.model,
        ]
        return Response(contentType: "application/problem+json", body: ByteBuffer(bytes: details.json))
    }

    var model: Model {
        [
            "status": status.model, "title": title.model, "detail": detail.model, "home": home.model,
            // What was deleted may come back.
            "isNotFound": (status == 404).model,
            "fields": fields.model, "mayRegister": mayRegister.model,
        ]
    }
}

/// Problem with a field, for programs and pages.
struct FieldProblemView: Modelled, Sendable {
    let field: String
    let code: String
    let message: String

    init(_ problem: FieldProblem) {
        field = problem.field
        code = problem.code
        message = problem.message
    }

    var model: Model { ["field": field.model, "code": code.model, "message": message.model] }
}
