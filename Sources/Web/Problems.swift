import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle

/// Turns everything that is thrown into a status and words: for programs as RFC 9457, for people as a page.
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
            // Nobody has read the body to its end: what a route itself finds too large, it has read.
            if error.status == .contentTooLarge { Self.limit(request.body, behind: &response) }
            return response
        } catch {
            context.logger.error("request failed", metadata: ["error": "\(error)", "path": "\(request.uri.path)"])
            return try await answer(nil, request, context)
        }
    }

    /// What the framework refuses, in our words.
    private static func problem(_ error: any HTTPResponseError) -> Problem {
        switch error.status {
        case .contentTooLarge: .tooLarge("This is more than the server takes at once.")
        case .notFound, .methodNotAllowed: .notFound
        default: .invalid("body", "unreadable", "This could not be read.")
        }
    }

    private func answer(_ problem: Problem?, _ request: Request, _ context: ShalaContext) async throws -> Response {
        let page = ProblemPage(problem, requestID: context.id)
        if case .signedOut? = problem, [.get, .head].contains(request.method), !request.wantsJSON {
            let next = request.uri.string.addingPercentEncoding(withAllowedCharacters: .urlQueryValueAllowed) ?? ""
            return .seeOther("/sign-in" + (request.uri.path == "/" ? "" : "?next=\(next)"))
        }
        var response =
            request.wantsJSON || request.uri.path == "/journal"
            ? try page.problemDetails() : try await site.html(page, signedIn: context.signedIn)
        response.status = page.httpStatus
        if case .tooMany(_, let seconds)? = problem { response.headers[.retryAfter] = String(seconds) }
        if case .unavailable? = problem { response.headers[.retryAfter] = "5" }
        return response
    }
}

extension ProblemMiddleware {
    /// Reads on behind an answer, since a client that is still sending may not look for one before its end; but not
    /// for ever. Then the connection ends.
    private static func limit(_ body: RequestBody, behind response: inout Response) {
        let answer = response.body
        response.headers[.connection] = "close"
        response.body = ResponseBody(contentLength: answer.contentLength) { writer in
            try await answer.write(writer)
            // The one way to what is left of a body that has been read in part.
            try await body.consumeWithInboundCloseHandler { rest in
                var left = mostIgnored
                for try await part in rest.cancelOnGracefulShutdown() {
                    left -= part.readableBytes
                    if left < 0 { throw Problem.tooLarge("The body goes on and on.") }
                }
            } onInboundClosed: {
            }
        }
    }

    /// Bytes.
    private static let mostIgnored = 32 * 1024 * 1024
}

/// Says what went wrong.
struct ProblemPage: Page {
    static let template = "problem"

    let status: Int
    let title: String
    let detail: String
    let home = "/"
    let fields: [FieldProblemView]

    var httpStatus: HTTPResponse.Status { .init(code: status) }

    init(_ problem: Problem?, requestID: String) {
        var fields: [FieldProblem] = []
        switch problem {
        case .invalid(let problems)?:
            (status, title, detail) = (400, "That cannot be", problems.map(\.message).joined(separator: " "))
            fields = problems
        case .notFound?: (status, title, detail) = (404, "Not found", "There is no such page, or it is not yours.")
        case .signedOut?: (status, title, detail) = (401, "Signed out", "Please sign in first.")
        case .forbidden(let words)?: (status, title, detail) = (403, "Not allowed", words)
        case .tooMany(let words, _)?: (status, title, detail) = (429, "Too many at once", words)
        case .tooLarge(let words)?: (status, title, detail) = (413, "Too large", words)
        case .unavailable(let words)?: (status, title, detail) = (503, "Not available right now", words)
        case nil:
            (status, title) = (500, "Something went wrong")
            detail = "The server could not do this. If you tell its host, mention request \(requestID)."
        }
        self.fields = fields.map(FieldProblemView.init)
    }

    /// Problem details (RFC 9457).
    func problemDetails() throws -> Response {
        struct Details: Encodable {
            let type = "about:blank"
            let title: String
            let status: Int
            let detail: String
            let fields: [FieldProblemView]?
        }
        let details = Details(title: title, status: status, detail: detail, fields: fields.isEmpty ? nil : fields)
        return try .json(details, contentType: "application/problem+json")
    }
}

/// A field's problem as programs and pages read it.
struct FieldProblemView: Encodable, Sendable {
    let field: String
    let code: String
    let message: String

    init(_ problem: FieldProblem) {
        field = problem.field
        code = problem.code
        message = problem.message
    }
}

extension CharacterSet {
    /// What may stand in the value of a query as it is.
    static let urlQueryValueAllowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
}
