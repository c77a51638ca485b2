import Classroom
import Foundation
import HTTPTypes
import Hummingbird
import Store

/// Routes for signing in by a link or a typed code, and for signing out.
struct SignInRoutes {
    let site: Site
    let guesses = SignInThrottle()

    func addRoutes(to everyone: some RouterMethods<ShalaContext>) {
        everyone.get("sign-in") { request, context in
            let page = SignInPage(code: "", next: request.query("next"), problem: nil)
            return try await site.answer(page, request, nil)
        }
        everyone.post("sign-in") { request, context in
            let form = try await SignInForm.read(request)
            return try await signIn(form, request, context)
        }
        everyone.get("sign-in/:code") { request, context in
            let form = SignInForm(code: context.parameters.get("code") ?? "", next: nil)
            return try await signIn(form, request, context)
        }
        everyone.post("sign-out") { request, context in
            if let token = context.signedIn?.token { try await site.store.signOut(token) }
            var response = Response.seeOther("/sign-in")
            response.setCookie(Self.cookie("", isSecure: context.origin.isSecure, seconds: 0))
            // Removes all traces of the person, including their time zone.
            response.setCookie(Cookie(name: WallCalendar.cookie, value: "", maxAge: 0, path: "/", sameSite: .lax))
            return response
        }
    }

    private func signIn(_ form: SignInForm, _ request: Request, _ context: ShalaContext) async throws -> Response {
        let now = Instant.now
        let address = context.origin.address
        try await guesses.note(address, now: now)
        guard let code = SignInCode(form.code), let token = try await site.store.signIn(with: code, now: now) else {
            return try await refuse(form, request)
        }
        await guesses.wasRight(address)
        var response =
            request.wantsJSON
            ? try Response.json(TokenView(token: token.text)) : Response.seeOther(Self.path(form.next) ?? "/")
        let seconds = Int(Store.signInTime / 1000)
        response.setCookie(Self.cookie(token.text, isSecure: context.origin.isSecure, seconds: seconds))
        return response
    }

    private func refuse(_ form: SignInForm, _ request: Request) async throws -> Response {
        let words = "Unknown sign-in code. Codes look like K7QF-2M9X-RT4D."
        guard !request.wantsJSON else { throw Problem.invalid("code", "unknown", words) }
        let page = SignInPage(code: form.code, next: form.next ?? "", problem: words)
        var response = try await site.html(page, signedIn: nil)
        response.status = .badRequest
        return response
    }

    /// Path on this server to continue to; never another site's address.
    private static func path(_ next: String?) -> String? {
        guard let next, next.hasPrefix("/"), !next.hasPrefix("//"), !next.hasPrefix("/\\"),
            next.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return next
    }

    private static func cookie(_ value: String, isSecure: Bool, seconds: Int) -> Cookie {
        Cookie(
            name: SignInMiddleware.cookie, value: value, maxAge: seconds, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }
}

struct SignInForm: Decodable {
    let code: String
    let next: String?

    static func read(_ request: Request) async throws -> SignInForm {
        let body = try await request.body.collect(upTo: 16 * 1024)
        do {
            if request.headers[.contentType]?.hasPrefix("application/json") == true {
                return try JSONDecoder().decode(SignInForm.self, from: body)
            }
            return try URLEncodedFormDecoder().decode(SignInForm.self, from: String(buffer: body))
        } catch {
            throw Problem.invalid("code", "required", "Send a sign-in code.")
        }
    }
}

private struct TokenView: Encodable {
    let token: String
}

struct SignInPage: Page {
    static let template = "sign-in/sign-in"
    let title = "Sign in"
    let code: String
    let next: String
    let problem: String?
}
